import type { Request, Response } from 'express'
import type { Backend } from '../backend.ts'
import { withSource } from '../request-source.ts'

/** Returns the backend for one request of an external client: narrower limits hold, and it ends with the connection. */
export function forExternalClient(backend: Backend, request: Request, response: Response): Backend {
  const disconnected = disconnectSignal(response)
  const limited = withSource(backend.fetch, { external: true, address: request.ip ?? null })
  const fetch: Backend['fetch'] = (input, init) =>
    limited(input, {
      ...init,
      signal: init?.signal ? AbortSignal.any([init.signal, disconnected]) : disconnected,
    })
  return { ...backend, fetch }
}

/** Returns a signal that aborts when the client closes the connection before its answer is complete. */
export function disconnectSignal(response: Response): AbortSignal {
  const controller = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) controller.abort(new Error('The client has disconnected.'))
  })
  return controller.signal
}
