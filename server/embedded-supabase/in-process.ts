import { ConfigurationError } from '../env.ts'
import { sourceOf } from '../request-source.ts'
import type { ServiceOptions, WireRequest } from './protocol.ts'
import { tellSteps } from './upgrade-steps.ts'

/** Longest that is waited for requests that are running when it closes. */
const CLOSE_MS = 10_000

/**
 * Starts the embedded Supabase over PostgreSQL on the web server's own thread: PostgreSQL computes in processes of its own,
 * and a message to another thread costs more than the work on most questions.
 *
 * @throws ConfigurationError when the database cannot be opened or a migration fails.
 */
export async function startInProcess(
  options: ServiceOptions,
): Promise<{ fetch: typeof fetch; close(): Promise<void> }> {
  const { openService } = await import('./service.ts')
  const steps = tellSteps((line) => console.warn(line))
  const service = await openService(options, { upgrade: steps.begin, lost: () => {} })
    .catch((error: Error) => {
      throw new ConfigurationError(error.message)
    })
    .finally(steps.end)
  let next = 0
  let closed = false

  return {
    async fetch(input, init) {
      const request = await wireRequest(next++, input, init)
      if (closed) throw new Error('The embedded database has stopped.')
      const signal = init?.signal ?? (input instanceof Request ? input.signal : null)
      signal?.throwIfAborted()
      // Each call has a signal of its own: every statement listens to it.
      const gone = new AbortController()
      const answer = service.answer(request, gone.signal)
      return signal ? unlessAborted(answer, signal, gone) : answer
    },
    async close() {
      closed = true
      const late = new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref())
      await Promise.race([service.close(), late])
    },
  }
}

const TEXT = new TextEncoder()

/** Reads a request as it would be sent. Most are an address, headers and a text: no `Request` is made for them. */
async function wireRequest(
  id: number,
  input: Parameters<typeof fetch>[0],
  init: RequestInit = {},
): Promise<WireRequest> {
  const source = sourceOf(init)
  const { body = null } = init
  const headers = new Headers(init.headers)
  const plain =
    !(input instanceof Request) &&
    (body === null || (typeof body === 'string' && headers.has('content-type')))
  if (plain) {
    const method = (init.method ?? 'GET').toUpperCase()
    const bytes = body === null ? null : (TEXT.encode(body).buffer as ArrayBuffer)
    return { id, method, url: String(input), headers: [...headers], body: bytes, source }
  }
  const request = new Request(input, init)
  return {
    id,
    method: request.method,
    url: request.url,
    headers: [...request.headers],
    body: request.body ? await request.arrayBuffer() : null,
    source,
  }
}

/** Waits for an answer until nobody waits for it any more, and says so to whoever works at it. */
function unlessAborted(
  answer: Promise<Response>,
  signal: AbortSignal,
  gone: AbortController,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      gone.abort(signal.reason)
      reject(signal.reason as Error)
    }
    signal.addEventListener('abort', abort, { once: true })
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
