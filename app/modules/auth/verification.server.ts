import type { AppLoadContext } from '@remix-run/node'
import type { AuthError, User } from '@supabase/supabase-js'
import { paths } from '~/paths'
import { TOO_MANY } from '~/platform/access/attempts.server'
import { mayUseWeb } from '~/platform/access/guard.server'
import { loadIdentity } from '~/platform/access/session.server'
import { commonPassword } from './password.server'
import { noteSession } from './sign-in.server'
import type { MailLink } from './verification-link'

type Outcome =
  | { state: 'done'; to: string }
  /** The link still works: another password, or another try. */
  | { state: 'again'; field: 'password' | null; message: string }
  /** The link is of no use any more; `reason` when it is another one than that. */
  | { state: 'over'; reason: string | null }

const RECOVERY_MS = 3600_000

/**
 * Uses the link up and sets the password; all other sessions of the account end. People whose role
 * the web refuses are signed out again and told where their account works.
 */
export async function verifyAndSetPassword(
  context: AppLoadContext,
  { kind, token, email }: MailLink,
  password: string,
): Promise<Outcome> {
  const { db } = context
  const common = commonPassword(password, email ? [email] : [])
  if (common) return { state: 'again', field: 'password', message: common }

  const { data, error: refused } = await db.auth.verifyOtp({ token_hash: token, type: kind })
  if (refused || !data.user) return failed(refused)
  const over = async (reason: string | null): Promise<Outcome> => {
    await db.auth.signOut({ scope: 'local' })
    return { state: 'over', reason }
  }
  if (kind === 'recovery' && isOld(data.user)) return over(null)

  // Only now is it sure whose password this is: the address in the link can be changed by whoever opens it.
  const identity = await loadIdentity(db)
  const own = commonPassword(password, [data.user.email ?? '', identity?.displayName ?? ''])
  if (own) return over(own)
  const { error } = await db.auth.updateUser({ password })
  // The password they already had is as good as a new one: the link proved who they are.
  if (error && error.code !== 'same_password') return over(error.message)
  const { error: lasting } = await db.auth.signOut({ scope: 'others' })
  if (lasting) throw lasting
  if (mayUseWeb(identity)) {
    await noteSession(context)
    return { state: 'done', to: '/' }
  }
  await db.auth.signOut({ scope: 'local' })
  return { state: 'done', to: `${paths.auth.verification}?done=1` }
}

function failed(error: AuthError | null): Outcome {
  if (error?.status === 429) return { state: 'again', field: null, message: TOO_MANY }
  if (error && (!error.status || error.status >= 500)) {
    const message = 'The sign-in service does not answer at the moment. Try again shortly.'
    return { state: 'again', field: null, message }
  }
  return { state: 'over', reason: null }
}

/** Hosted Supabase has one age for all links, the longer one. The embedded server refuses by itself. */
function isOld({ recovery_sent_at }: User): boolean {
  return recovery_sent_at !== undefined && Date.now() - Date.parse(recovery_sent_at) > RECOVERY_MS
}
