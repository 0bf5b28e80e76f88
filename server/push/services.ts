/**
 * The push services of the known browsers: Chrome and most others, Firefox, Safari, Edge. Nothing is sent anywhere else; the
 * table of subscriptions has the same list.
 */
const SERVICES =
  /^(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|web\.push\.apple\.com|([a-z0-9-]+\.)+notify\.windows\.com)$/

/** Tells whether an address is one of a known push service. */
export function isPushService(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url?.protocol !== 'https:') return false
  return (
    url.port === '' && url.username === '' && url.password === '' && SERVICES.test(url.hostname)
  )
}
