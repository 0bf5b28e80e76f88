import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigurationError } from '../env.ts'
import { startThread } from '../thread.ts'
import { waitingSignal, wireRequest } from './api/wire-request.ts'
import { tellSteps } from './database/upgrade-steps.ts'
import { startInProcess } from './in-process.ts'
import type { Embedded, FromWorker, ServiceOptions, ToWorker, WireResponse } from './protocol.ts'
import { watchSilence } from './silence.ts'

/** The state of the worker between one start and its end. */
interface Life extends Embedded {
  /** Resolves when it has ended, however. */
  ended: Promise<void>
}

/** Pause before a worker that could not be started again is tried once more. */
const PAUSE_MS = 1000
/** Longest that is waited for a worker to close its database. */
const CLOSE_MS = 10_000

/**
 * Starts the embedded Supabase: opens the database, applies missing migrations, answers requests.
 *
 * @throws ConfigurationError when the database cannot be opened or a migration fails.
 */
export function startEmbedded(options: ServiceOptions): Promise<Embedded> {
  return options.databaseUrl ? startInProcess(options) : startOnThread(options)
}

/**
 * Starts it on a thread of its own. A worker that ends by itself (out of memory, a defect of a driver), or is silent for
 * long (a statement without an end), is started again; requests that it had, or that come meanwhile, fail.
 */
async function startOnThread(options: ServiceOptions): Promise<Embedded> {
  let life = await startLife(options)
  let closing = false

  async function keepAlive() {
    for (;;) {
      await life.ended
      if (closing) return
      console.error('The embedded database has stopped by itself. It is started again.')
      try {
        life = await startLife(options)
        if (closing) await life.close()
      } catch (error) {
        console.error('The embedded database could not be started again.', error)
        await sleep(PAUSE_MS)
      }
    }
  }
  const kept = keepAlive()

  return {
    fetch: (input, init) => life.fetch(input, init),
    async close() {
      closing = true
      await life.close()
      await kept
    },
  }
}

async function startLife(options: ServiceOptions): Promise<Life> {
  const worker = startThread('worker', { workerData: options })
  const waiting = new Map<
    number,
    { resolve(response: Response): void; reject(error: Error): void }
  >()
  let next = 0
  let dead: Error | null = null

  const end = (error: Error) => {
    dead ??= error
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      end(new Error('The embedded database has stopped.'))
      resolve()
    })
  })
  const steps = tellSteps((line) => console.warn(line))
  await new Promise<void>((resolve, reject) => {
    worker.on('error', (error) => {
      end(error)
      reject(error)
    })
    worker.once('exit', () =>
      reject(
        new ConfigurationError(
          `The database in ${options.folder} stopped before it was open. Restore a backup (docs/operations.md), or set KALAKAL_DATA_DIR to another folder.`,
        ),
      ),
    )
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') resolve()
      else if (message.kind === 'failed') reject(new ConfigurationError(message.message))
      else if (message.kind === 'upgrade') steps.begin(message.step)
      else if (message.kind === 'response') {
        waiting.get(message.response.id)?.resolve(toResponse(message.response))
        waiting.delete(message.response.id)
      }
    })
  })
    .catch((error) => {
      void worker.terminate()
      throw error
    })
    .finally(steps.end)
  // The watch begins here, because migrations may take any time.
  const watch = watchSilence(options.silenceMs, () => {
    console.error('The embedded database has been silent for long. It is ended.')
    void worker.terminate()
  })
  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'beat') watch.beat()
  })
  void ended.then(watch.end)
  const post = (message: ToWorker, transfer: ArrayBuffer[] = []) =>
    worker.postMessage(message, transfer)

  return {
    ended,
    async fetch(input, init) {
      const request = await wireRequest(next++, input, init)
      if (dead) throw dead
      const signal = waitingSignal(input, init)
      signal?.throwIfAborted()
      const { id, body } = request
      return new Promise<Response>((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        signal?.addEventListener('abort', () => {
          if (!waiting.delete(id)) return
          post({ kind: 'abandoned', id })
          reject(signal.reason as Error)
        })
        post({ kind: 'request', request }, body ? [body] : [])
      })
    },
    async close() {
      if (!dead) post({ kind: 'close' })
      // A request that is still running may never end; answered requests are saved to disk already.
      const late = setTimeout(() => void worker.terminate(), CLOSE_MS)
      await ended
      clearTimeout(late)
    },
  }
}

const WITHOUT_BODY = new Set([204, 205, 304])

function toResponse({ status, headers, body }: WireResponse): Response {
  return new Response(WITHOUT_BODY.has(status) ? null : body, { status, headers })
}
