import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { loadDefinition } from './features/reports/loaded'
import { wordSchemas } from './platform/zod-messages'

wordSchemas()

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

void loadDefinition(window.location.pathname).then(draw)
