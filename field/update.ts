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
    if (!first) reloadWhenSaved()
  })
  const registration = await serviceWorker.register('/field/sw.js', { scope: '/field/' })
  const takeOver = () => {
    if (!hasUnsavedInput()) registration.waiting?.postMessage('take over')
  }
  const watch = () => registration.installing?.addEventListener('statechange', takeOver)
  registration.addEventListener('updatefound', watch)
  // One that was found before the app listened.
  watch()
  document.addEventListener('visibilitychange', () => {
    takeOver()
    if (document.visibilityState === 'visible') registration.update().catch(() => {})
  })
  takeOver()
}

function reloadWhenSaved(): void {
  if (hasUnsavedInput()) setTimeout(reloadWhenSaved, 1000)
  else location.reload()
}
