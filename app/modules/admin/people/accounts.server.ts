import { z } from 'zod/mini'
import { adminClient } from '~/platform/db/admin-client.server'
import { type CommandResult, runCommand } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { assignmentOf } from './assignment.server'
import type { PersonInput } from './schema'

type Mailed = 'sent' | 'too_soon' | 'failed'

/**
 * Creates a user: the account (no password yet, e-mail not verified), then profile and memberships
 * with the administrator's permissions, then the verification mail.
 *
 * The id of the account is the form's idempotency key. So the same form sent twice, or again after
 * a crash in between, creates one user. When the memberships are refused or the call fails, the
 * account is deleted, and nothing half-made remains. The foreign key of the profile keeps an
 * account from being deleted, so a call that failed only after it took effect does no harm either.
 */
export async function createPerson(
  db: Db,
  idempotencyKey: string,
  input: PersonInput,
): Promise<CommandResult<{ user_id: string; mailed: Mailed }>> {
  const { email, display_name, role, manager_id } = input
  const account = await openAccount(idempotencyKey, email)
  if (!account.ok) return account
  const { p_project, project_ids } = assignmentOf(input)
  const p_member = { user_id: idempotencyKey, email, display_name, role, manager_id, project_ids }
  let done = false
  try {
    const result = await runCommand(db, 'provision_member', {
      p_project,
      p_idempotency_key: idempotencyKey,
      p_member,
    })
    if (!result.ok) return result
    done = true
  } catch (error) {
    if (!isAccountGone(error)) throw error
    return refused('email_exists', 'Another form with this address was sent at the same moment.')
  } finally {
    if (!done) await adminClient().auth.admin.deleteUser(idempotencyKey)
  }
  return { ok: true, data: { user_id: idempotencyKey, mailed: await sendVerification(email) } }
}

/**
 * Returns the account `id` for this e-mail: a new one, the one that this form made a moment ago, or
 * one in place of an abandoned account.
 */
async function openAccount(id: string, email: string): Promise<CommandResult<null>> {
  const client = adminClient()
  const { admin } = client.auth
  const make = async () => (await admin.createUser({ id, email, email_confirm: false })).error
  const first = await make()
  if (!first) return { ok: true, data: null }
  if (first.code === 'validation_failed') return refused(first.code, 'Enter an e-mail address.')
  const own = (await admin.getUserById(id)).data.user
  if (own?.email === email) return { ok: true, data: null }
  // Supabase Auth answers one of two forms that were sent at the same moment with 500 in place of
  // `email_exists`: asking again tells which of the two it is.
  if (!own && first.code !== 'email_exists' && first.status !== 500) throw first

  // An account that a crash left without a profile is deleted. One with a profile stays.
  const left = await client.rpc('account_without_profile', { p_email: email })
  if (left.error) throw left.error
  for (const half of [own?.id, left.data]) if (half) await admin.deleteUser(half)
  const second = await make()
  if (!second) return { ok: true, data: null }
  // Supabase Auth says 500 of an id that is taken, too: the account of this form has a person and stays.
  const kept = own && (await admin.getUserById(id)).data.user
  if (second.code !== 'email_exists' && !kept) throw second
  return kept
    ? refused(
        'idempotency_key_reused',
        'This form was sent before with another address. Reload the page.',
      )
    : refused('email_exists', 'An account with this e-mail address already exists.')
}

/**
 * Tells whether a concurrent form for the same new e-mail deleted this form's account as abandoned.
 */
function isAccountGone(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null
  return (cause as { code?: string } | null)?.code === '23503'
}

function refused(code: string, message: string): CommandResult<never> {
  return { ok: false, error: { status: 422, code, field: 'email', message } }
}

/** Says why a mail was not sent. */
export const MAILS = {
  too_soon: 'Too many e-mails were sent. Try again in a minute; if that fails, in an hour.',
  failed: 'The e-mail could not be sent. Try again in a minute.',
}

/** Tells whoever made an account whether its first mail was sent. */
export function toldOfMail(mailed: Mailed, email: string): { text: string; tone?: 'danger' } {
  return mailed === 'sent'
    ? { text: `An e-mail to choose a password was sent to ${email}.` }
    : {
        text: `The account is created, but the e-mail to ${email} was not sent. ${MAILS[mailed]}`,
        tone: 'danger',
      }
}

/**
 * Sends the verification mail (again). Answers `too_soon` when the last one to this address is less
 * than a minute old, or when the provider has sent all the mails that it sends in an hour.
 */
export async function sendVerification(email: string): Promise<Mailed> {
  const { error } = await adminClient().auth.resend({ type: 'signup', email })
  if (!error) return 'sent'
  return error.code === 'over_email_send_rate_limit' ? 'too_soon' : 'failed'
}

export interface AccountFacts {
  verifiedAt: string | null
  lastSignInAt: string | null
}

/** Reads the data of an account at the identity provider. */
export async function readAccount(userId: string): Promise<AccountFacts> {
  const { data, error } = await adminClient().auth.admin.getUserById(userId)
  if (error && error.status !== 404) throw error
  return {
    verifiedAt: data.user?.email_confirmed_at ?? null,
    lastSignInAt: data.user?.last_sign_in_at ?? null,
  }
}

/**
 * Returns which of these users have not confirmed their e-mail yet. With null it looks at the 150
 * users added last. Accounts belong to the identity provider, so the secret key has to ask.
 */
export async function readUnverified(people: readonly string[] | null): Promise<string[]> {
  const { data, error } = await adminClient().rpc('unverified_people', {
    p_among: people ? { people: [...people] } : {},
  })
  if (error) throw error
  return unverifiedShape.parse(data).people
}

const unverifiedShape = z.object({ people: z.array(z.string()) })
