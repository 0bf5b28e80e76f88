/**
 * Tells whether a service (accounts, stored files) answered "not now": too much at once, broken, or no answer at all, of
 * which there is no status. Such an answer says nothing about a session, a link or a file; the next try may succeed.
 */
export function saysLater(status: number | undefined): boolean {
  return !status || [408, 425, 429].includes(status) || status >= 500
}
