import type { AppLoadContext } from '@remix-run/node'
import { commonPassword } from '~/modules/auth/password.server'
import { countAttempt } from '~/platform/access/sign-in-throttle.server'
import { type CommandResult, runCommand } from '~/platform/db/command.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import type { Db, Identity } from '~/platform/request/context'

/** Ends one of the user's own sessions, or with `null` all but the current one. */
export function endOwnSessions(
  db: Db,
  project: string,
  idempotencyKey: string,
  session: string | null,
): Promise<CommandResult<{ ended: number }>> {
  return runCommand(db, 'end_my_sessions', {
    p_project: project,
    p_idempotency_key: idempotencyKey,
    p_session: session,
  })
}

/** Renames the user. The name has no effect on access or sign-in (docs/domain.md, Access). */
export function changeName(db: Db, project: string, idempotencyKey: string, name: string) {
  return runCommand(db, 'change_display_name', {
    p_project: project,
    p_idempotency_key: idempotencyKey,
    p_display_name: name,
  })
}

interface Change {
  current: string
  password: string
}

type Changed = { ok: true } | { ok: false; field: 'current' | 'password'; message: string }

const WRONG = 'This is not your current password.'

/**
 * Changes the password of a user who knows the current one. This browser gets a new session; all
 * others end. Wrong attempts count towards the limit of the sign-in.
 */
export async function changePassword(
  context: AppLoadContext,
  user: Identity,
  project: string,
  { current, password }: Change,
): Promise<Changed> {
  const { db } = context
  const common = commonPassword(password, [user.email, user.displayName])
  if (common) return { ok: false, field: 'password', message: common }
  const tried = await countAttempt(context, 'sign_in', user.email)
  if (!tried.ok) return { ok: false, field: 'current', message: tried.message }

  const before = await currentSession(db)
  const { error: wrong } = await db.auth.signInWithPassword({
    email: user.email,
    password: current,
  })
  if (wrong) return { ok: false, field: 'current', message: explain(wrong) }
  await tried.succeeded()
  const { error: unnoted } = await db.rpc('record_session', {
    p_device: context.device,
    p_address: context.address,
  })
  if (unnoted) throw unnoted

  const { error: refused } = await db.auth.updateUser({ password })
  if (refused) {
    // The password is unchanged, so the session that the check replaced must end too.
    if (before) await endOwnSessions(db, project, newIdempotencyKey(), before)
    return { ok: false, field: 'password', message: refused.message }
  }
  const { error: lasting } = await db.auth.signOut({ scope: 'others' })
  if (lasting) throw lasting
  return { ok: true }
}

async function currentSession(db: Db): Promise<string | null> {
  const { data } = await db.rpc('my_sessions')
  return data?.find(({ current }) => current)?.id ?? null
}

function explain({ code, status }: { code?: string; status?: number }): string {
  if (code === 'invalid_credentials') return WRONG
  if (status === 429) return 'Too many attempts. Wait a few minutes and try again.'
  return 'Your password cannot be checked at the moment. Try again shortly.'
}
