import type { ErrorRequestHandler } from 'express'
import type { Logger } from 'pino'
import { problemOf } from '../app/platform/errors.ts'
import { Unreachable } from './request-context.ts'

const RETRY_SECONDS = 5

/**
 * What is left when Remix could not answer: a sentence and the number under which the log has more,
 * never a stack. A database that does not answer is 503 with a retry.
 */
export function failure(log: Logger): ErrorRequestHandler {
  return (error: Error & { status?: number }, _request, response, next) => {
    const { requestId } = response.locals
    // A file that is not there, or an address that cannot be decoded: the visitor's, not ours.
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
    const { title, message } = problemOf(status)
    if (status === 503) response.setHeader('Retry-After', RETRY_SECONDS)
    response.setHeader('Cache-Control', 'no-store')
    response
      .status(status)
      .type('html')
      .send(`<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width">${status === 503 ? `<meta http-equiv="refresh" content="${RETRY_SECONDS}">` : ''}
<title>${title} · Kalakal</title>
<style>:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif } body { max-width: 34rem; margin: 20vh auto; padding: 0 1rem }</style>
<h1>${title}</h1><p>${message}</p><p><small>Reference ${requestId}</small></p></html>`)
  }
}
