import type http from 'node:http'
import type { Logger } from 'pino'

const PATIENCE_MS = 10_000

/**
 * On SIGINT or SIGTERM: accept nothing new, let running requests finish for at most ten seconds, then
 * close what `release` closes and leave. A second signal leaves at once.
 */
export function onStop(log: Logger, server: http.Server, release: () => Promise<void>): void {
  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) process.exit(1)
    stopping = true
    log.info({ signal }, 'stopping')
    const hurry = setTimeout(() => server.closeAllConnections(), PATIENCE_MS)
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeIdleConnections()
    })
    clearTimeout(hurry)
    await release()
    log.info('stopped')
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal))
}
