import { setMaxListeners } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { ErrorRequestHandler, RequestHandler } from 'express'
import { Unreachable } from './unreachable.ts'

/** Longest time that a web request waits for the database. */
const DATABASE_TIMEOUT_MS = 13_000
/**
 * Longest time that an import waits for the database, a little longer than what its statement has; also "Verify books", which reads
 * all of an embedded database, and a sample company, whose trade is played at once.
 */
const LONG_TIMEOUT_MS = 122_000
/** Longest time that anyone waits for the beginning of an answer, whatever keeps it. */
const RESPONSE_TIMEOUT_MS = 14_500
/** Matches addresses of files, which ask many times: each call has the whole time, the file any. */
const FILE = /([_/]excel|\/file)$/i
/** Matches the query of a page that is asked for as a PDF, which may be that of a hundred papers. */
const AS_PDF = /[?&]format=pdf(&|$)/
const LONG = /^\/(import|verify-books|project\/sample)(\/|$)/i
/** A larger request is an upload, whose time depends on the sender's line. */
const UPLOAD_BYTES = 64 * 1024

/** Tells how long an address may work. */
export function workOf(path: string): 'long' | 'file' | 'page' {
  if (LONG.test(path)) return 'long'
  return FILE.test(path) ? 'file' : 'page'
}

/** Tells how long a request may work: a page that is asked for as a PDF as long as a file. */
function workOfRequest({ path, url = '' }: IncomingMessage & { path: string }) {
  const work = workOf(path)
  return work === 'page' && AS_PDF.test(url) ? 'file' : work
}

/** Gives the signal that ends a call to the database which has waited long enough. */
export type RequestTimeout = () => AbortSignal

/** Gives each call the whole time. */
export const perCall: RequestTimeout = () => AbortSignal.timeout(DATABASE_TIMEOUT_MS)

/**
 * Gives all calls of a request the whole time together, or each of a file's many.
 *
 * @param gone ends them too: nobody waits for the answer any more.
 */
export function requestTimeout(
  request: IncomingMessage & { path: string },
  gone?: AbortSignal,
): RequestTimeout {
  const limit = timeOf(request)
  if (!gone) return limit
  let joined: { limit: AbortSignal; both: AbortSignal } | undefined
  return () => {
    const now = limit()
    // The calls of a page share their time, and so its signal.
    if (joined?.limit !== now) joined = { limit: now, both: forMany(AbortSignal.any([now, gone])) }
    return joined.both
  }
}

/** Lets all calls of a page listen to one signal, and their statements too, without a warning. */
function forMany(signal: AbortSignal): AbortSignal {
  setMaxListeners(0, signal)
  return signal
}

function timeOf(request: IncomingMessage & { path: string }): RequestTimeout {
  const work = workOfRequest(request)
  if (work === 'long') return () => AbortSignal.timeout(LONG_TIMEOUT_MS)
  if (work === 'file') return perCall
  let together: AbortSignal | undefined
  onceReceived(request, () => {
    together = forMany(perCall())
  })
  return () => together ?? perCall()
}

/** Makes a `fetch` that gives up in time. */
export function withTimeout(inner: typeof fetch, timeout: RequestTimeout): typeof fetch {
  return (input, init) => {
    const limit = timeout()
    const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit
    return inTime(inner(input, { ...init, signal }), limit)
  }
}

/**
 * Waits for a promise until the signal aborts: a library may pause between its tries.
 *
 * @throws the signal's reason.
 */
export function inTime<T>(pending: Promise<T>, limit: AbortSignal): Promise<T> {
  return Promise.race([
    pending,
    new Promise<never>((_, reject) => {
      const late = () => reject(limit.reason as Error)
      const done = () => limit.removeEventListener('abort', late)
      pending.then(done, done)
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
    if (workOfRequest(request) === 'page')
      onceReceived(request, () => {
        timer = setTimeout(late, RESPONSE_TIMEOUT_MS)
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
