import cluster from 'node:cluster'
import type http from 'node:http'
import type { Logger } from 'pino'

const GRACE_MS = 10_000
const SWEEP_MS = 50

/** True once the server has been told to stop; `/health` reports it to the load balancer. */
export interface Stop {
  requested: boolean
}

/**
 * On SIGINT or SIGTERM the server accepts nothing new, lets running requests finish for at most
 * ten seconds, closes what `release` closes and exits. A second signal exits at once. The last
 * line of the log has the number of requests that were cut off.
 */
export function onStop(
  log: Logger,
  server: http.Server,
  stop: Stop,
  release: () => Promise<void>,
): void {
  const running = new Set<http.ServerResponse>()
  server.prependListener('request', (_request, response) => {
    running.add(response)
    response.once('close', () => running.delete(response))
    if (stop.requested) response.setHeader('Connection', 'close')
  })
  const leave = async (signal: string) => {
    if (stop.requested) process.exit(1)
    stop.requested = true
    log.info({ signal, running: running.size }, 'stopping')
    let cut = 0
    const hurry = setTimeout(() => {
      cut = running.size
      server.closeAllConnections()
    }, GRACE_MS)
    // A connection that is kept open for further requests ends with the answer that is on its way.
    for (const response of running)
      if (!response.headersSent) response.setHeader('Connection', 'close')
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
    })
    clearTimeout(hurry)
    clearInterval(sweep)
    await release()
    log.info({ cut }, 'stopped')
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      // A terminal sends SIGINT to all processes, and the first one then tells the others by SIGTERM.
      if (signal === 'SIGTERM' || !cluster.isWorker) void leave(signal)
    })
}
