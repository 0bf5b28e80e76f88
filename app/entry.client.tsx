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
  // The script is not there any more, because a newer version is deployed: its page names the new
  // scripts. If a reload does not help, the page works without scripts.
  if (!isReload()) window.location.reload()
})
