const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/**
 * Returns true when a value is an id, of whatever row. The database answers anything else with an
 * error.
 */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value)
}

/** An id from an address or a form; null when it is none. */
export function idOf(value: unknown): string | null {
  return isId(value) ? value : null
}
