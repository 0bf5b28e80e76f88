/** A subscription as the browser describes it. */
interface Subscription extends Record<string, string> {
  endpoint: string
  p256dh: string
  auth: string
}

/** The worker controls no page: its scope is an address that has none. */
const SCOPE = '/push/'
const WORKER = '/push-worker.js'

const UNSUPPORTED =
  'This browser has no push. On an iPhone or iPad, add Kalakal to the Home Screen first and open it from there.'
const REFUSED = 'This browser blocks notifications of Kalakal. Allow them in its site settings.'
const FAILED = 'The push service of this browser does not answer. Try again later.'

/**
 * Subscribes this browser to push, after the person has agreed.
 *
 * @throws Error with a sentence for the person.
 */
export async function subscribe(pushKey: string): Promise<Subscription> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    throw new Error(UNSUPPORTED)
  if ((await Notification.requestPermission()) !== 'granted') throw new Error(REFUSED)
  const registration = await navigator.serviceWorker.register(WORKER, { scope: SCOPE })
  await activated(registration)
  // One that was made for other keys of the server would be refused.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const options = { userVisibleOnly: true, applicationServerKey: pushKey }
  const made = await registration.pushManager.subscribe(options).catch(() => {
    throw new Error(FAILED)
  })
  const { endpoint, keys } = made.toJSON()
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error(FAILED)
  return { endpoint, p256dh: keys.p256dh, auth: keys.auth }
}

/** Waits until the worker of a registration is active. */
function activated({ installing, waiting, active }: ServiceWorkerRegistration): Promise<void> {
  const worker = installing ?? waiting
  if (active || !worker) return Promise.resolve()
  return new Promise((resolve) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve()
    })
  })
}
