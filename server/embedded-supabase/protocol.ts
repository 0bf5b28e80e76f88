import type { RequestSource } from '../request-source.ts'

/** Types of the embedded Supabase: its options, and its messages when it runs on a thread of its own. */

/** The embedded Supabase as the web server has it, whatever it runs on. */
export interface Embedded {
  /** A `fetch` whose requests end in it, for supabase-js. */
  fetch: typeof fetch
  /** Where it works in this process: answers a person's call without making a request of it. */
  call?: AnswerCall
  close(): Promise<void>
}

/** A call of a SQL function by a signed-in person of the web. */
interface PersonCall {
  name: string
  args: object
  token: string
}

/** Says what supabase-js would read of the response. */
export type CallAnswer =
  | { status: number; data: unknown }
  | { status: number; error: Record<string, unknown> }

/** @returns null for a call that is to be asked as a request: nothing of it has stayed. */
export type AnswerCall = (call: PersonCall, signal: AbortSignal) => Promise<CallAnswer | null>

export interface ServiceOptions {
  /** Data folder; null keeps everything in memory (tests). */
  folder: string | null
  /** Files are kept in the database, for web servers that share no folder. */
  filesInDatabase: boolean
  databaseUrl: string | null
  /** The folder `supabase` of the program: migrations, declared state, mail templates. */
  supabase: string
  jwtSecret: string
  /** Private keys that people's tokens are signed with, as text; null where the secret above signs them. */
  signingKeys: string | null
  publishableKey: string
  secretKey: string
  /** Origin that mails link to. */
  origin: string
  smtpUrl: string | null
  mailFrom: string
  /**
   * The time in milliseconds that a thread of its own may be busy with one thing before it is stopped and
   * started again.
   */
  silenceMs: number
  /** Free space, in MiB, below which nothing is saved. */
  diskReserveMiB: number
}

export interface WireRequest {
  id: number
  method: string
  url: string
  headers: [string, string][]
  body: ArrayBuffer | null
  /** Null for the server's own requests. */
  source: RequestSource | null
}

export interface WireResponse {
  id: number
  status: number
  headers: [string, string][]
  body: ArrayBuffer
}

export type ToWorker =
  | { kind: 'request'; request: WireRequest }
  /** The caller has given this request up. */
  | { kind: 'abandoned'; id: number }
  | { kind: 'close' }
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'failed'; message: string }
  /** A step of an upgrade, for the log. */
  | { kind: 'upgrade'; step: string }
  /** The thread is not busy: said again and again. */
  | { kind: 'beat' }
  | { kind: 'response'; response: WireResponse }
