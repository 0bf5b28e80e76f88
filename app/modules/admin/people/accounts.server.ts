import { z } from 'zod/mini'
import { hasMail } from '~/platform/access/account-address'
import { notOpened, openAccount } from '~/platform/access/accounts.server'
import { adminClient } from '~/platform/db/admin-client.server'
import { type CommandResult, runCommand } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { assignmentOf } from './assignment.server'
import type { PersonInput } from './schema'

type Mailed = 'sent' | 'too_soon' | 'failed' | 'no_mail'

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
    return notOpened('email_exists', 'Another form with this address was sent at the same moment.')
  } finally {
    if (!done) await adminClient().auth.admin.deleteUser(idempotencyKey)
  }
  return { ok: true, data: { user_id: idempotencyKey, mailed: await sendVerification(email) } }
}

/**
 * Tells whether a concurrent form for the same new e-mail deleted this form's account as abandoned.
 */
function isAccountGone(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null
  return (cause as { code?: string } | null)?.code === '23503'
}

/** Says why a mail was not sent. */
export const MAILS = {
  too_soon: 'Too many e-mails were sent. Try again in a minute; if that fails, in an hour.',
  failed: 'The e-mail could not be sent. Try again in a minute.',
  no_mail: 'This account has no e-mail. Make an invitation link instead.',
}

/** Tells whoever made an account whether its first mail was sent. */
export function toldOfMail(mailed: Mailed, email: string): { text: string; tone?: 'danger' } {
  if (mailed === 'no_mail')
    return { text: `${email} has no e-mail. Make an invitation link and hand it over.` }
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
  if (!hasMail(email)) return 'no_mail'
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
