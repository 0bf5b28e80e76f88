import { AsyncLocalStorage } from 'node:async_hooks'

/** Describes the request that is being answered, for the code that runs its statements. */
export interface CallContext {
  /** True when an external client queries rows or calls a function. */
  external: boolean
  /** True when it has a Range header, which sets its limit after its query is checked. */
  ranged: boolean
  /** True once the library has read a command or a change of rows. */
  writes?: boolean
  /** Aborts when the client no longer waits for the answer. */
  signal: AbortSignal
  /** Holds how long one statement may take, in milliseconds, where it is not the usual time. */
  statementMs?: number
}

/** Holds the context of the current request; it is undefined for the server's own queries. */
export const callContext = new AsyncLocalStorage<CallContext>()

/**
 * Longest that PostgreSQL works at a statement of a request: whoever asked has been told by then that the database
 * does not answer. Migrations take this off for themselves.
 */
export const STATEMENT_MS = 15_000
/** Matches the functions of imports, of jobs, of mailed reports and of sample companies, which have a statement_timeout of their own in their definition. */
export const LONG_FUNCTIONS =
  /^\/rest\/v1\/rpc\/(import_\w+|undo_import|create_sample|run_job|mailed_report)$/
/** Longest time that one of them may take: 10,000 rows, all or none, on a small machine. */
export const LONG_STATEMENT_MS = 120_000
/**
 * Matches the functions that a page asks many times, one after the other: on PGlite's one connection the requests of other people
 * come first.
 */
export const PATIENT_FUNCTIONS = /^\/rest\/v1\/rpc\/(customer_statements|verify_books)$/
/** Longest time that one statement of an external client may take. */
export const EXTERNAL_STATEMENT_MS = 5_000
/** Largest answer to an external client, in bytes. */
export const EXTERNAL_ANSWER_BYTES = 8 * 1024 * 1024
