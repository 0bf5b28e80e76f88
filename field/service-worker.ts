import { setCacheNameDetails } from 'workbox-core'
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

/** The build puts the files of this version here. */
declare const SHELL_FILES: { url: string; revision: string | null }[]

interface Worker {
  addEventListener(type: 'message', listen: (event: MessageEvent) => void): void
  skipWaiting(): Promise<void>
}

const worker = self as unknown as Worker

// The office clears caches of a former version, but none whose name begins like this.
setCacheNameDetails({ prefix: 'field', precache: 'shell', suffix: '' })
precacheAndRoute(SHELL_FILES)
cleanupOutdatedCaches()
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/field/index.html'), {
    denylist: [/^\/field\/api\//],
  }),
)

// A new version waits until the app says that no screen has unsaved input.
worker.addEventListener('message', ({ data }) => {
  if (data === 'take over') void worker.skipWaiting()
})
