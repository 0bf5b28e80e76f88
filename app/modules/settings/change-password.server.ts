import type { AppLoadContext } from '@remix-run/node'
import { commonPassword } from '~/platform/access/password-strength.server'
import { endPushElsewhere } from '~/platform/access/push.server'
import { countAttempt } from '~/platform/access/sign-in-throttle.server'
import { type CommandResult, runCommand } from '~/platform/db/command.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import type { Db, Identity } from '~/platform/request/context'

interface Change {
  current: string
  password: string
}

const WRONG = 'This is not your current password.'

/**
 * Changes the password of a user who knows the current one. This browser gets a new session; all
 * others end. Wrong attempts count towards the limit of the sign-in.
 */
export async function changePassword(
  context: AppLoadContext,
  user: Identity,
  project: string | null,
  { current, password }: Change,
): Promise<CommandResult<null>> {
  const { db } = context
  const common = commonPassword(password, [user.email, user.displayName])
  if (common) return refused('password', common)
  const tried = await countAttempt(context, 'sign_in', user.email)
  if (!tried.ok) return refused('current', tried.message)

  const before = await currentSession(db)
  const { error: wrong } = await db.auth.signInWithPassword({
    email: user.email,
    password: current,
  })
  if (wrong) return refused('current', explain(wrong))
  await tried.succeeded()
  const { error: unnoted } = await db.rpc('record_session', {
    p_device: context.device,
    p_address: context.address,
    p_browser: context.browserKey,
  })
  if (unnoted) throw unnoted

  const { error: failed } = await db.auth.updateUser({
    password,
    current_password: current,
  })
  if (failed) {
    // The password is unchanged, so the session that the check replaced must end too.
    if (before)
      await runCommand(db, 'end_my_sessions', {
        p_project: project as string,
        p_idempotency_key: newIdempotencyKey(),
        p_session: before,
      })
    return refused('password', failed.message)
  }
  const { error: lasting } = await db.auth.signOut({ scope: 'others' })
  if (lasting) throw lasting
  await endPushElsewhere(context)
  return { ok: true, data: null }
}

function refused(field: 'current' | 'password', message: string): CommandResult<never> {
  return { ok: false, error: { status: 422, code: 'password', field, message } }
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
