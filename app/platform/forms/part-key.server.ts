import { createHash } from 'node:crypto'

/** Derives the idempotency key of a part of an action. It is always the same for the same action and part. */
export function partIdempotencyKey(idempotencyKey: string, part: string): string {
  const hex = createHash('sha256').update(`${idempotencyKey} ${part}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
