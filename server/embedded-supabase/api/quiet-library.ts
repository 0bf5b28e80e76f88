import { AsyncLocalStorage } from 'node:async_hooks'

const quiet = new AsyncLocalStorage<true>()

for (const level of ['error', 'warn', 'log', 'info'] as const) {
  const print = console[level]
  console[level] = (...parts: unknown[]) => {
    if (!quiet.getStore()) print(...parts)
  }
}

/**
 * Does work without a word on the console: the library prints each failed statement with its parameters, and business
 * data does not belong in logs.
 */
export const quietly = <T>(work: () => T): T => quiet.run(true, work)
