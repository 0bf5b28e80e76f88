import { AsyncLocalStorage } from 'node:async_hooks'
import { ConfigurationError } from '../env.ts'
import { inTime } from '../request-timeout.ts'
import { waitingSignal, wireRequest } from './api/wire-request.ts'
import { tellSteps } from './database/upgrade-steps.ts'
import type { Embedded, ServiceOptions } from './protocol.ts'

/** Longest that is waited for requests that are running when it closes. */
const CLOSE_MS = 10_000

/**
 * Starts the embedded Supabase over PostgreSQL on the web server's own thread: PostgreSQL computes in processes of its own,
 * and a message to another thread costs more than the work on most questions.
 *
 * @throws ConfigurationError when the database cannot be opened or a migration fails.
 */
export async function startInProcess(options: ServiceOptions): Promise<Embedded> {
  const { openService } = await import('./service.ts')
  // The service works without a word on the console (quiet-library.ts), from where the steps are told.
  const tell = AsyncLocalStorage.bind((line: string) => console.warn(line))
  const steps = tellSteps(tell)
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
      const signal = waitingSignal(input, init)
      signal?.throwIfAborted()
      // Each call has a signal of its own: every statement listens to it.
      const answer = service.answer(request, AbortSignal.any(signal ? [signal] : []))
      return signal ? inTime(answer, signal) : answer
    },
    async call(call, signal) {
      if (closed) throw new Error('The embedded database has stopped.')
      signal.throwIfAborted()
      return inTime(service.call(call, signal), signal)
    },
    async close() {
      closed = true
      const late = new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref())
      await Promise.race([service.close(), late])
    },
  }
}
