import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
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

/** Loads the definition of the report that is shown; no other screen needs it or what loads it. */
async function ready() {
  const { pathname } = window.location
  if (!/^\/reports_/i.test(pathname)) return
  const { loadDefinition } = await import('~/modules/reports/loaded')
  await loadDefinition(pathname)
}

ready().then(draw, () => {
  // The script is not there any more, because a newer version is deployed: its page names the new
  // scripts. If a reload does not help, the page works without scripts.
  if (!isReload()) window.location.reload()
})
