import { setTimeout as sleep } from 'node:timers/promises'
import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod/mini'
import { adminClient } from '../db/admin-client.server'
import { saysLater } from '../request/later'
import { countAttempt } from './sign-in-throttle.server'

type Around = Pick<
  AppLoadContext,
  'db' | 'address' | 'browserKey' | 'rememberBrowser' | 'requestId'
>

type Outcome =
  | {
      ok: true
      /** Ends the session that this browser had before. */
      endFormer(): Promise<void>
      /** Says that the attempt does not count. */
      succeeded(): Promise<void>
    }
  | { ok: false; error: string | null }

// The wording is fixed. An unknown account and a wrong password read the same.
const BAD_FORMAT = 'Email address is in bad format.'
const NO_MATCH = 'Email and password does not match.'
const NOT_VERIFIED = 'Email not verified.'
export const NO_ACCOUNT = 'Account does not exist.'

/**
 * Least time of a refused sign-in, in milliseconds. Supabase Auth compares no password for an
 * address that it does not know and answers sooner, which would tell who has an account.
 */
const REFUSAL_MS = 400

/**
 * Compares e-mail and password for either door, and begins a session of the client. An `error` of null means that the
 * e-mail was empty and nothing was checked.
 */
export async function authenticate(
  context: Around,
  email: string,
  password: string,
): Promise<Outcome> {
  if (email === '') return { ok: false, error: null }
  if (!z.email().safeParse(email).success) return { ok: false, error: BAD_FORMAT }
  if (password === '') return { ok: false, error: NO_MATCH }
  const turn = await countAttempt(context, 'sign_in', email)
  if (!turn.ok) return { ok: false, error: turn.message }
  const endFormer = await formerSession(context)
  const notBefore = sleep(REFUSAL_MS)
  const { error } = await context.db.auth.signInWithPassword({ email, password })
  if (!error) return { ok: true, endFormer, succeeded: turn.succeeded }
  await notBefore
  return { ok: false, error: explain(error) }
}

/**
 * Returns the function that ends the session which this browser has now, for when another one has
 * taken its place: its cookie may have been copied. A failure to end it does not stop the sign-in.
 */
export async function formerSession({
  db,
  requestId,
}: Pick<Around, 'db' | 'requestId'>): Promise<() => Promise<void>> {
  const { data } = await db.auth.getSession()
  const token = data.session?.access_token
  return async () => {
    if (!token) return
    const { error } = await adminClient().auth.admin.signOut(token, 'local')
    if (error)
      console.warn(`[${requestId}] former session not ended: ${error.code ?? error.message}`)
  }
}

function explain({ code, status, message }: { code?: string; status?: number; message: string }) {
  if (code === 'email_not_confirmed') return NOT_VERIFIED
  if (code === 'invalid_credentials' || code === 'user_not_found') return NO_MATCH
  // The provider says this after the right password only: the person has no membership any more.
  if (code === 'user_banned') return NO_ACCOUNT
  if (code === 'validation_failed') return BAD_FORMAT
  // Auth's own words say how long to wait.
  if (status !== 429 && saysLater(status))
    return 'Sign-in is not available at the moment. Try again shortly.'
  return message
}
