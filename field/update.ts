import { hasUnsavedInput } from './unsaved'

/**
 * Registers the service worker, which keeps the shell on the phone. A new version takes over when no screen has unsaved
 * input, and then every tab is loaded anew; one in which something was typed meanwhile waits until that is saved or left.
 */
export async function keepUpToDate(): Promise<void> {
  // Browsers have it on secure origins only.
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  const first = serviceWorker.controller === null
  serviceWorker.addEventListener('controllerchange', () => {
    if (!first) whenSaved(() => location.reload())
  })
  const registration = await serviceWorker.register('/field/sw.js', { scope: '/field/' })
  const watch = () => {
    const found = registration.installing
    // The registration may still call it installing when it is installed.
    const isInstalled = () => {
      if (found?.state === 'installed') takeOver(found)
    }
    found?.addEventListener('statechange', isInstalled)
    isInstalled()
  }
  registration.addEventListener('updatefound', watch)
  // One that was found before the app listened.
  watch()
  document.addEventListener('visibilitychange', () => {
    takeOver(registration.waiting)
    if (document.visibilityState === 'visible') registration.update().catch(() => {})
  })
  takeOver(registration.waiting)
}

function takeOver(version: ServiceWorker | null): void {
  if (version) whenSaved(() => version.postMessage('take over'))
}

/** Does something once no screen has unsaved input. */
function whenSaved(work: () => void): void {
  if (hasUnsavedInput()) setTimeout(() => whenSaved(work), 1000)
  else work()
}
