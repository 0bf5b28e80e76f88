import type { Request, Response } from 'express'
import { askedBy } from '../asked.ts'
import type { Backend } from '../backend.ts'

/** The backend for one call from outside: narrower limits hold, and it ends when the client hangs up. */
export function outside(backend: Backend, request: Request, response: Response): Backend {
  const gone = hangUp(response)
  const asked = askedBy(backend.fetch, { outside: true, address: request.ip ?? null })
  const fetch: Backend['fetch'] = (input, init) =>
    asked(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, gone]) : gone })
  return { ...backend, fetch }
}

/** Returns the signal that nobody waits for this answer any more. */
export function hangUp(response: Response): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) gone.abort(new Error('The client has hung up.'))
  })
  return gone.signal
}
