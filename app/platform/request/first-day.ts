/** The mark of addresses that Home's first steps lead to: what is saved there leads back to Home, to the next step. */
const MARK = 'first-day'

/** Marks the address of a screen as a first step. */
export function firstDay(to: string): string {
  return `${to}${to.includes('?') ? '&' : '?'}${MARK}=1`
}

/** Tells whether an address is that of a first step. */
export function isFirstDay(url: URL): boolean {
  return url.searchParams.has(MARK)
}
