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

/** The work of a new version that waits for unsaved input. */
const waiting = new Set<() => void>()
const listeners = new Set<() => void>()
/** Unsaved input is given up for the new version. */
let givenUp = false

/** Tells whether a new version waits for unsaved input; the first one of a phone replaces none. */
export const isVersionWaiting = () =>
  waiting.size > 0 && hasUnsavedInput() && navigator.serviceWorker.controller !== null

/** Listens to a new version that begins to wait, or waits no more. */
export function onVersion(listen: () => void): () => void {
  listeners.add(listen)
  return () => listeners.delete(listen)
}

/** Has the new version come now: who works here gives up what is not saved. */
export function reloadNow(): void {
  givenUp = true
  comeIn()
}

/** Does something once no screen has unsaved input, or it is given up. */
function whenSaved(work: () => void): void {
  waiting.add(work)
  comeIn()
}

function comeIn(): void {
  const waits = waiting.size > 0 && !givenUp && hasUnsavedInput()
  const works = waits ? [] : [...waiting]
  if (waits) setTimeout(comeIn, 1000)
  else waiting.clear()
  for (const listen of listeners) listen()
  for (const work of works) work()
}
