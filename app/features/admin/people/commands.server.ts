import type { z } from 'zod'
import { adminClient } from '~/platform/admin-client.server'
import { type CommandResult, runCommand } from '~/platform/command.server'
import type { Db } from '~/platform/context'
import type { personSchema } from './schema'

/** Deactivates or reactivates a person in one project. */
export function setMemberStatus(
  db: Db,
  op: string,
  projectId: string,
  userId: string,
  status: 'active' | 'inactive',
): Promise<CommandResult<unknown>> {
  return runCommand(db, 'set_member_status', {
    p_project: projectId,
    p_op: op,
    p_user: userId,
    p_status: status,
  })
}

/**
 * Creates a person: the account (no password yet, address not verified), then profile and memberships
 * by the administrator's own right, then the verification mail. When the memberships are refused the
 * new account is deleted again, so that nothing is left half made.
 */
export async function createPerson(
  db: Db,
  op: string,
  { project_id, project_ids, ...member }: z.output<typeof personSchema>,
): Promise<CommandResult<{ user_id: string; mailed: boolean }>> {
  const { auth } = adminClient()
  const account = await auth.admin.createUser({ email: member.email, email_confirm: false })
  if (account.error) return refusedAccount(account.error)
  const user_id = account.data.user.id
  const result = await runCommand<{ user_id: string }>(db, 'provision_member', {
    p_project: project_id,
    p_op: op,
    p_member: { ...member, user_id, project_ids: project_ids ?? [] },
  })
  if (!result.ok) {
    await auth.admin.deleteUser(user_id)
    return result
  }
  return { ok: true, data: { user_id, mailed: await sendVerification(member.email) } }
}

/** Sends the verification mail (again); false when the mail server did not take it. */
export async function sendVerification(email: string): Promise<boolean> {
  const { error } = await adminClient().auth.resend({ type: 'signup', email })
  return !error
}

function refusedAccount(error: { code?: string; message: string }): CommandResult<never> {
  if (error.code !== 'email_exists' && error.code !== 'validation_failed')
    throw new Error(error.message)
  const message =
    error.code === 'email_exists'
      ? 'There is an account with this e-mail address already.'
      : 'Enter an e-mail address.'
  return { ok: false, error: { status: 422, code: error.code, field: 'email', message } }
}
