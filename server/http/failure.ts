import type { ErrorRequestHandler } from 'express'
import type { Logger } from 'pino'
import { problemOf, RETRY_SECONDS } from '../../app/platform/request/errors.ts'
import { Unreachable } from '../unreachable.ts'
import { failurePage } from './failure-page.ts'

/**
 * Answers when Remix could not: with a sentence and the number under which the log has more, never
 * with a stack trace. If the database does not answer, the status is 503 with a time to try again.
 */
export function failure(log: Logger): ErrorRequestHandler {
  return (error: Error & { status?: number }, request, response, next) => {
    // The time limit has been answered already.
    if (response.writableEnded) return
    // Nobody reads an answer: the log has the request as aborted.
    if (response.closed) return
    const { requestId } = response.locals
    // A missing file, or an address that cannot be decoded, is the client's error.
    if (error.status && error.status < 500 && !response.headersSent) {
      response.setHeader('Cache-Control', 'no-store')
      response.sendStatus(error.status)
      return
    }
    log.error({ err: error, request: requestId }, 'request failed')
    if (response.headersSent) {
      next(error)
      return
    }
    const status = error instanceof Unreachable ? 503 : 500
    const problem = problemOf(status)
    if (status === 503) response.setHeader('Retry-After', RETRY_SECONDS)
    response.setHeader('Cache-Control', 'no-store')
    response.status(status)
    // A page that is open already asks for data: the header has it shown there as this problem.
    if (request.query._data !== undefined)
      response.setHeader('X-Remix-Catch', 'yes').json({ ...problem, requestId })
    else
      response
        .type('html')
        .send(failurePage({ ...problem, status, requestId, sent: request.method === 'POST' }))
  }
}
