import type { Backend } from './backend.ts'
import { JOB_MS } from './jobs.ts'
import { accountClient } from './supabase.ts'

/** Calls a function that the secret key alone may call, and returns its answer; it ends with the signal. */
export type Ask = (name: Asked, args: object, signal: AbortSignal) => Promise<unknown>

/** The functions that read what a job sends. */
type Asked =
  | 'mail_of_report'
  | 'mail_of_paper'
  | 'mailed_report'
  | 'mailed_notifications'
  | 'mailed_digest'
  | 'end_browsers'

/** Returns what asks the database for a job that this server does itself. */
export function askFor(backend: Backend): Ask {
  const client = accountClient(backend)
  return async (name, args, signal) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(JOB_MS)])
    const { data, error } = await client.rpc(name, args as never).abortSignal(limit)
    if (error) throw new Error(error.message)
    return data as unknown
  }
}
