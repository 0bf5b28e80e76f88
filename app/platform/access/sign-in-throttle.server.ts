import type { AppLoadContext } from '@remix-run/node'
import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod/mini'
import { adminClient } from '../db/admin-client.server'
import { isUnreachable } from '../db/command.server'
import type { Database } from '../db/database.types'
import { problem } from '../request/errors'

export type AttemptKind = 'sign_in' | 'reset'

/** Tells somebody to wait, in the same words whether the account exists or not. */
export const TOO_MANY = 'Too many attempts. Wait a few minutes and try again.'

const answer = z.object({ attempt: z.nullable(z.string()), wait_seconds: z.number() })

/** Identifies the client of an attempt. */
interface Origin {
  address: string
  /** Hash of the cookie of a browser; null for a field app. */
  browserKey: string | null
}

/**
 * Counts an attempt to sign in, or a request for a reset mail, before it is looked at. The count is
 * kept in the database, so that several web servers share it.
 *
 * @param client with the secret key: nobody else may count.
 * @returns the attempt's id, or null with the seconds to wait.
 */
export async function beginAttempt(
  client: SupabaseClient<Database>,
  kind: AttemptKind,
  email: string,
  { address, browserKey }: Origin,
): Promise<{ attempt: string | null; waitSeconds: number }> {
  const { data, error } = await client.rpc('begin_sign_in', {
    p_kind: kind,
    p_email: email,
    p_address: address,
    ...(browserKey !== null && { p_device: browserKey }),
  })
  if (error) throw isUnreachable(error) ? problem(503) : error
  const { attempt, wait_seconds } = answer.parse(data)
  return { attempt, waitSeconds: wait_seconds }
}

/** Says that an attempt succeeded: it no longer counts. */
export async function endAttempt(client: SupabaseClient<Database>, attempt: string): Promise<void> {
  const { error } = await client.rpc('end_sign_in', { p_attempt: attempt })
  if (error) throw error
}

type Attempt =
  | {
      ok: true
      /** Says that it succeeded, so that it does not count. */
      succeeded(): Promise<void>
    }
  | { ok: false; message: string }

/**
 * Asks whether this person, or this address, may try again: ten failed sign-ins of an account in 15
 * minutes (five requests for a reset mail), thirty of an address. Where the account has signed in
 * before, its attempts are counted apart, so that nobody else can lock its user out.
 */
export async function countAttempt(
  context: Pick<AppLoadContext, 'address' | 'browserKey' | 'rememberBrowser'>,
  kind: AttemptKind,
  email: string,
): Promise<Attempt> {
  const client = adminClient()
  const { attempt } = await beginAttempt(client, kind, email, context)
  if (!attempt) return { ok: false, message: TOO_MANY }
  const succeeded = async () => {
    await endAttempt(client, attempt)
    context.rememberBrowser()
  }
  return { ok: true, succeeded }
}
