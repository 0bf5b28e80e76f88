import { adminClient } from '../db/admin-client.server'
import type { CommandResult } from '../db/command.server'

/**
 * Returns the account `id` for this e-mail: a new one, the one that this form made a moment ago, or
 * one in place of an abandoned account. It has no password and no confirmed address unless `more` says so.
 */
export async function openAccount(
  id: string,
  email: string,
  more: { password?: string; email_confirm: boolean } = { email_confirm: false },
): Promise<CommandResult<null>> {
  const client = adminClient()
  const { admin } = client.auth
  const make = async () => (await admin.createUser({ id, email, ...more })).error
  const first = await make()
  if (!first) return { ok: true, data: null }
  if (first.code === 'validation_failed') return notOpened(first.code, 'Enter an e-mail address.')
  if (first.code === 'weak_password') return notOpened(first.code, first.message, 'password')
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
    ? notOpened(
        'idempotency_key_reused',
        'This form was sent before with another address. Reload the page.',
      )
    : notOpened('email_exists', 'An account with this e-mail address already exists.')
}

/** Refuses an account at the field that says why. */
export function notOpened(code: string, message: string, field = 'email'): CommandResult<never> {
  return { ok: false, error: { status: 422, code, field, message } }
}
