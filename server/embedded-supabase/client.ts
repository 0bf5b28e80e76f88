import { ConfigurationError } from '../env.ts'
import { startThread } from '../thread.ts'
import type { FromWorker, ToWorker, WireResponse, WorkerOptions } from './protocol.ts'

interface Embedded {
  /** A `fetch` whose requests end in the worker, for supabase-js. */
  fetch: typeof fetch
  close(): Promise<void>
}

/**
 * Starts the embedded Supabase: opens the database, applies missing migrations, answers requests.
 *
 * @throws ConfigurationError when the database cannot be opened or a migration fails.
 */
export async function startEmbedded(options: WorkerOptions): Promise<Embedded> {
  // Storage is behind a flag, read when the library is loaded.
  const env = { ...process.env, EXPERIMENTAL_STORAGE: '1' }
  const worker = startThread('worker', './embedded-supabase/worker.ts', {
    workerData: options,
    env,
  })
  const waiting = new Map<
    number,
    { resolve(response: Response): void; reject(error: Error): void }
  >()
  let next = 0
  let ended: Error | null = null

  const closed = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const end = (error: Error) => {
    ended = error
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  await new Promise<void>((resolve, reject) => {
    worker.on('error', (error) => {
      end(error)
      reject(error)
    })
    worker.on('exit', () => end(new Error('The embedded database has stopped.')))
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') resolve()
      else if (message.kind === 'failed') reject(new ConfigurationError(message.message))
      else if (message.kind === 'response') {
        waiting.get(message.response.id)?.resolve(toResponse(message.response))
        waiting.delete(message.response.id)
      }
    })
  })

  return {
    async fetch(input, init) {
      const request = new Request(input, init)
      const body = request.body ? await request.arrayBuffer() : null
      if (ended) throw ended
      const id = next++
      const message: ToWorker = {
        kind: 'request',
        request: {
          id,
          method: request.method,
          url: request.url,
          headers: [...request.headers],
          body,
        },
      }
      return new Promise<Response>((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        request.signal.addEventListener('abort', () => {
          if (waiting.delete(id)) reject(request.signal.reason as Error)
        })
        worker.postMessage(message, body ? [body] : [])
      })
    },
    async close() {
      if (ended) return
      worker.postMessage({ kind: 'close' } satisfies ToWorker)
      await closed
    },
  }
}

const WITHOUT_BODY = new Set([204, 205, 304])

function toResponse({ status, headers, body }: WireResponse): Response {
  return new Response(WITHOUT_BODY.has(status) ? null : body, { status, headers })
}
