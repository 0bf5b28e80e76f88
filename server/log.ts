import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import pino, { type Logger } from 'pino'

/** JSON lines on standard output. What the app prints by console goes the same way. */
export function createLogger(level: string): Logger {
  const log = pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime })
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

/** Gives each request its number and logs its end: no query, no body, no cookie, as they hold secrets. */
export function logRequests(log: Logger): RequestHandler {
  return (request, response, next) => {
    const start = performance.now()
    response.locals.requestId = randomUUID()
    response.setHeader('X-Request-Id', response.locals.requestId)
    response.once('close', () => {
      const level = response.statusCode >= 500 ? 'error' : 'info'
      log[level](
        {
          request: response.locals.requestId,
          method: request.method,
          path: request.path,
          status: response.statusCode,
          ms: Math.round(performance.now() - start),
          user: response.locals.userId,
          ...(response.writableFinished ? {} : { aborted: true }),
        },
        'request',
      )
    })
    next()
  }
}
