import { AsyncLocalStorage } from 'node:async_hooks'

/** What holds for one request while it is answered, down to its statements. */
export interface Scope {
  /** It asks for rows or a function, through the public API. */
  outside: boolean
  /** It has a Range header, which sets its limit after its query is checked. */
  ranged: boolean
  /** Aborts when nobody waits for the answer any more. */
  signal: AbortSignal
}

/** The scope of the request that is answered now; undefined for the server's own questions. */
export const scope = new AsyncLocalStorage<Scope>()

/** Longest that one statement of a call through the public API may take. */
export const OUTSIDE_STATEMENT_MS = 5_000
/** The most bytes of one answer through the public API. */
export const OUTSIDE_ANSWER_BYTES = 8 * 1024 * 1024
