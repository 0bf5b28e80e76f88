import type { TypedResponse } from '@remix-run/node'

/**
 * Returns the value of an action or loader that needs a status or headers; the others return the
 * plain object. Stands in for `data()`, which Remix 2 only understands with single fetch on
 * (docs/decisions/0001).
 */
export function reply<T>(body: T, init: number | ResponseInit): TypedResponse<T> {
  return Response.json(body, typeof init === 'number' ? { status: init } : init)
}
