import type { ReadOnThread } from '../app/platform/request/context.ts'
import { startThread } from './thread.ts'

interface Limits {
  /** Milliseconds in which a file is read: the largest that is taken needs a few seconds on a busy machine. */
  ms: number
  /** Memory of a thread alone. What it unpacks lies beside it, and is bounded by its reader. */
  memory: { maxOldGenerationSizeMb: number; maxYoungGenerationSizeMb: number; stackSizeMb: number }
  /** Files that are read at once: one that takes long keeps no other waiting. */
  atOnce: number
  /** Files that wait for their turn; more are told to come again. */
  waiting: number
}

const LIMITS: Limits = {
  ms: 20_000,
  memory: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  atOnce: 2,
  waiting: 10,
}

/**
 * Returns what reads what somebody sent, or writes a file, on a thread with limits of memory and time, which ends when it goes
 * over one of them. A thread is for one file alone: nothing of it is there when the next is read.
 */
export function threadReader(changed: Partial<Limits> = {}): ReadOnThread {
  const limits = { ...LIMITS, ...changed }
  const waiting: (() => void)[] = []
  let running = 0
  return async (program, message) => {
    if (running >= limits.atOnce) {
      if (waiting.length >= limits.waiting) return { over: 'busy' }
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await read(program, message, limits)
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

export const readOnThread = threadReader()

/** A hundred statements of two years take some seconds, several times as many on a busy machine. */
export const writeOnThread = threadReader({ ms: 20_000 })

function read<Answer>(
  program: Parameters<ReadOnThread>[0],
  message: object,
  { ms, memory }: Limits,
): ReturnType<typeof readOnThread<Answer>> {
  const thread = startThread(program, { resourceLimits: memory })
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => end(() => resolve({ over: 'time' })), ms)
    const end = (settle: () => void) => {
      clearTimeout(timer)
      settle()
      void thread.terminate()
    }
    thread.once('message', (answer: Answer) => end(() => resolve({ over: null, answer })))
    thread.once('error', (error: NodeJS.ErrnoException) =>
      end(() =>
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve({ over: 'memory' }) : reject(error),
      ),
    )
    thread.once('exit', () => end(() => reject(new Error('A file was not read to its end.'))))
    thread.postMessage(message)
  })
}
