/**
 * Parameters as a driver can send them: an object is its JSON text, which PostgreSQL reads, or refuses where it has no
 * place for one. The drivers themselves fail in the middle of the message to the database, and the connection with them.
 */
export function sendable(params: readonly unknown[]): unknown[] {
  return params.map((value) => (isPlain(value) ? JSON.stringify(value) : value))
}

function isPlain(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  )
}
