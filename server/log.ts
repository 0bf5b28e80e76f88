import cluster from 'node:cluster'
import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import pino, { type Logger } from 'pino'
import { loggedPath } from '../app/platform/request/logged-path.ts'
import { surrounding } from './authentication-log.ts'
import type { Calls } from './calls.ts'

/** JSON lines on standard output. What the app prints by console goes the same way. */
export function createLogger(level: string): Logger {
  // Several processes of one server write into the same log.
  const base = cluster.worker ? { worker: cluster.worker.id } : undefined
  const log = pino({ level, base, timestamp: pino.stdTimeFunctions.isoTime })
  const by =
    (method: 'error' | 'warn' | 'info') =>
    (...parts: unknown[]) => {
      const err = parts.find((part) => part instanceof Error)
      log[method](
        err ? { err } : {},
        parts
          .filter((part) => part !== err)
          .map(String)
          .join(' '),
      )
    }
  console.error = by('error')
  console.warn = by('warn')
  return log
}

/** Returns the outcome of a request as a word that can be searched for. */
function outcomeOf(status: number, finished: boolean): string {
  if (!finished) return 'aborted'
  if (status === 503) return 'unavailable'
  if (status >= 500) return 'failed'
  if (status === 401 || status === 403) return 'forbidden'
  if (status === 404) return 'not found'
  if (status === 409) return 'conflict'
  return status >= 400 ? 'refused' : 'ok'
}

/**
 * Gives each request its number and logs its end: whose, in which project, how it ended, how much of the time the
 * database took. No query, no body, no cookie, as they hold secrets and business data.
 */
export function logRequests(log: Logger): RequestHandler {
  return (request, response, next) => {
    const start = performance.now()
    response.locals.requestId = randomUUID()
    response.locals.calls = { count: 0, ms: 0 } satisfies Calls
    response.setHeader('X-Request-Id', response.locals.requestId)
    response.once('close', () => {
      const { requestId, userId, projectId, calls } = response.locals
      const { count, ms, refusal } = calls as Calls
      const { statusCode: status, writableFinished } = response
      log[status >= 500 && writableFinished ? 'error' : 'info'](
        {
          request: requestId,
          method: request.method,
          path: loggedPath(request.path),
          status,
          outcome: outcomeOf(status, writableFinished),
          ...(status >= 400 && refusal ? { refusal } : {}),
          ms: Math.round(performance.now() - start),
          ...(count > 0 ? { queries: count, queryMs: Math.round(ms) } : {}),
          user: userId,
          project: projectId,
        },
        'request',
      )
    })
    const { requestId } = response.locals as { requestId: string }
    surrounding.run({ request: requestId, address: request.ip }, next)
  }
}
