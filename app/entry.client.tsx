import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { loadDefinition } from '~/modules/reports/loaded'
import { isReload } from '~/platform/browser/reload'

function draw() {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    )
  })
}

loadDefinition(window.location.pathname).then(draw, () => {
  // Not there any more, as a newer version is: its page names what is there. If that does not help, the page works
  // without scripts.
  if (!isReload()) window.location.reload()
})
