import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'

/** Pauses before a process that ended is replaced: the first, and the longest. */
const PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000

/**
 * Runs the web server in several processes that share one port, as one process computes on one core. The first one is
 * started alone, as it applies migrations and makes keys; the others follow once it listens. One that ends is replaced.
 * A signal to stop goes to all, and this process ends with the last of them.
 *
 * @param count processes of the web server, beside this one, which only hands out connections
 */
export function startWorkers(count: number, log: Logger): void {
  let listens = false
  let stopping = false
  let failed = 0
  let pause = PAUSE_MS

  const start = () => {
    const worker = cluster.fork()
    let ready = false
    worker.on('message', (message) => {
      ready = true
      pause = PAUSE_MS
      if (listens) return
      listens = true
      // A parent process, such as the quickstart, waits for this message.
      process.send?.(message)
      for (let more = 1; more < count; more++) start()
    })
    worker.once('exit', (code, signal) => {
      const status = code ?? 1
      // The first has said what keeps it from starting, and that keeps all of them.
      if (!listens) process.exit(status)
      if (stopping) {
        failed ||= status
        if (running().length === 0) process.exit(failed)
        return
      }
      log.error({ worker: worker.id, code, signal }, 'a process ended and is replaced')
      setTimeout(() => !stopping && start(), pause)
      if (!ready) pause = Math.min(2 * pause, LONGEST_PAUSE_MS)
    })
  }
  const stop = () => {
    stopping = true
    if (running().length === 0) process.exit(failed)
    for (const worker of running()) worker.process.kill('SIGTERM')
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  start()
}

const running = (): Worker[] =>
  Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
