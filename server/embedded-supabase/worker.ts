import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import type { FromWorker, ServiceOptions, ToWorker, WireRequest } from './protocol.ts'
import { openService } from './service.ts'
import { beatEvery } from './silence.ts'

/**
 * The embedded Supabase in a thread of its own: PGlite computes on the thread that calls it, so a
 * long report here never stops pages from being served there.
 */
const options = workerData as ServiceOptions
const port = parentPort!
const say = (message: FromWorker, transfer: ArrayBuffer[] = []) =>
  port.postMessage(message, transfer)

/**
 * Sets how much of a function of PGlite runs before V8 compiles it for speed, many times what is usual: what long statements run is
 * compiled soon enough, and what a start runs is not. To compile that took two fifths of the processor time of a start.
 */
const BUDGET = 100_000_000

async function start() {
  setFlagsFromString(`--wasm-tiering-budget=${BUDGET}`)
  const service = await openService(options, {
    upgrade: (step) => say({ kind: 'upgrade', step }),
    // This thread ends, and is started again.
    lost: () => process.exit(1),
  })
  /** Requests that somebody waits for. */
  const waiting = new Map<number, AbortController>()
  // No statement has a time limit here, and a timer waits while one is computed.
  const beating = setInterval(() => say({ kind: 'beat' }), beatEvery(options.silenceMs))
  port.on('message', async (message: ToWorker) => {
    if (message.kind === 'abandoned') {
      waiting.get(message.id)?.abort(new Error('The caller no longer waits.'))
      return
    }
    if (message.kind === 'close') {
      await service.close()
      clearInterval(beating)
      port.close()
      return
    }
    waiting.set(message.request.id, new AbortController())
    await respond(message.request)
  })

  async function respond(request: WireRequest): Promise<void> {
    const { id } = request
    // After a long statement many messages may have arrived, also cancellations: all of them are
    // read first.
    await nextTurn()
    const { signal } = waiting.get(id)!
    try {
      signal.throwIfAborted()
      const response = await service.answer(request, signal)
      const body = await response.arrayBuffer()
      say(
        {
          kind: 'response',
          response: { id, status: response.status, headers: [...response.headers], body },
        },
        [body],
      )
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      waiting.delete(id)
    }
  }
  say({ kind: 'ready' })
}

start().catch((error: Error) => {
  say({ kind: 'failed', message: error.message })
  process.exitCode = 1
})
