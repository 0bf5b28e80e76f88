import type { IncomingMessage } from 'node:http'
import type { ErrorRequestHandler, RequestHandler } from 'express'
import { Unreachable } from './unreachable.ts'

/** Longest that a web request waits for the database … */
const PATIENCE_MS = 13_000
/** … and longest that anyone waits for the beginning of an answer, whatever keeps it (design page 6, point 22). */
const LIMIT_MS = 14_500
/** Addresses that ask often, for files of many rows: they take as long as they take, each question not. */
const MANY_QUESTIONS = /([_/]excel|\/import)$/
/** More than this is an upload, whose time depends on the sender's line. */
const UPLOAD_BYTES = 64 * 1024

/** Aborts when a question to the database has waited long enough. */
export type Patience = () => AbortSignal

/** The whole time for each question by itself. */
export const eachQuestion: Patience = () => AbortSignal.timeout(PATIENCE_MS)

/** How long this request waits: all its questions together, or each of a file's many. */
export function patienceOf(request: IncomingMessage & { path: string }): Patience {
  if (MANY_QUESTIONS.test(request.path)) return eachQuestion
  let together: AbortSignal | undefined
  onceReceived(request, () => {
    together = eachQuestion()
  })
  return () => together ?? eachQuestion()
}

/** A `fetch` that gives up in time. */
export function impatient(inner: typeof fetch, patience: Patience): typeof fetch {
  return (input, init) => {
    const limit = patience()
    const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit
    return inTime(inner(input, { ...init, signal }), limit)
  }
}

/**
 * What was asked for, unless it takes too long: a library may pause between its tries.
 *
 * @throws the signal's reason.
 */
export function inTime<T>(asked: Promise<T>, limit: AbortSignal): Promise<T> {
  return Promise.race([
    asked,
    new Promise<never>((_, reject) => {
      const late = () => reject(limit.reason as Error)
      const done = () => limit.removeEventListener('abort', late)
      asked.then(done, done)
      if (limit.aborted) late()
      else limit.addEventListener('abort', late)
    }),
  ])
}

/** Answers in time by `fail` when nothing else does. */
export function timeLimit(fail: ErrorRequestHandler): RequestHandler {
  return (request, response, next) => {
    let timer: NodeJS.Timeout | undefined
    const late = () => {
      if (!response.headersSent)
        fail(new Unreachable('The request took too long.'), request, response, next)
    }
    if (!MANY_QUESTIONS.test(request.path))
      onceReceived(request, () => {
        timer = setTimeout(late, LIMIT_MS)
      })
    response.once('close', () => clearTimeout(timer))
    next()
  }
}

/** Calls back when a request is here as a whole; at once when it is short. */
function onceReceived(request: IncomingMessage, then: () => void): void {
  const { 'content-length': length, 'transfer-encoding': pieces } = request.headers
  if (pieces || Number(length ?? 0) > UPLOAD_BYTES) request.once('end', then)
  else then()
}
