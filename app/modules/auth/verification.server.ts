import type { AppLoadContext } from '@remix-run/node'
import type { AuthError, User } from '@supabase/supabase-js'
import { paths } from '~/paths'
import { formerSession } from '~/platform/access/authenticate.server'
import { mayUseWeb } from '~/platform/access/guard.server'
import { commonPassword } from '~/platform/access/password-strength.server'
import { endPushElsewhere } from '~/platform/access/push.server'
import { loadIdentity } from '~/platform/access/session.server'
import { TOO_MANY } from '~/platform/access/sign-in-throttle.server'
import { saysLater } from '~/platform/request/later'
import { noteSession } from './sign-in.server'
import type { MailLink } from './verification-link'

type Outcome =
  | { state: 'done'; to: string }
  /** The link is still valid: the user can try again or choose another password. */
  | { state: 'again'; field: 'password' | null; message: string }
  /** The link is no longer valid. `reason` is set when the cause is a different one. */
  | { state: 'over'; reason: string | null }

const RECOVERY_MS = 3600_000

/**
 * Uses the link up, sets the password, and ends all other sessions of the account. Users whose role
 * the web refuses are signed out again, and learn where their account works.
 */
export async function verifyAndSetPassword(
  context: AppLoadContext,
  { kind, token, email }: MailLink,
  password: string,
): Promise<Outcome> {
  const { db } = context
  const common = commonPassword(password, email ? [email] : [])
  if (common) return { state: 'again', field: 'password', message: common }

  const endFormer = await formerSession(context)
  const { data, error: refused } = await db.auth.verifyOtp({ token_hash: token, type: kind })
  const user = data.user ?? (await begunByLink(context, refused, email))
  if (!user) return failed(refused)
  if (data.user) await endFormer()
  const over = async (reason: string | null): Promise<Outcome> => {
    await db.auth.signOut({ scope: 'local' })
    return { state: 'over', reason }
  }
  if (kind === 'recovery' && isOld(user)) return over(null)

  // The owner of the password is certain only now: anyone who opens the link can change the e-mail
  // in it.
  const identity = await loadIdentity(db)
  const own = commonPassword(password, [user.email ?? '', identity?.displayName ?? ''])
  if (own) return { state: 'again', field: 'password', message: own }
  const { error } = await db.auth.updateUser({ password })
  // Keeping the present password is accepted, because the link has proved the user's identity.
  if (error && error.code !== 'same_password') return unchanged(error)
  // Supabase asks a session that a link began for no current password, as long as it lasts: another one takes its place.
  const { error: unknown } = await db.auth.signInWithPassword({ email: user.email!, password })
  if (unknown) throw unknown
  const { error: lasting } = await db.auth.signOut({ scope: 'others' })
  if (lasting) throw lasting
  if (mayUseWeb(identity)) {
    await noteSession(context)
    await endPushElsewhere(context)
    return { state: 'done', to: '/' }
  }
  await db.auth.signOut({ scope: 'local' })
  return { state: 'done', to: `${paths.auth.verification}?done=1` }
}

/**
 * Returns the user whose session this browser has from the same link: its first password was
 * refused, and another one is sent. The provider takes a password without the current one from such
 * a session alone.
 */
async function begunByLink(
  { db }: AppLoadContext,
  refused: AuthError | null,
  email: string | null,
): Promise<User | null> {
  if (!refused || saysLater(refused.status)) return null
  const { data } = await db.auth.getUser()
  return data.user && data.user.email === email?.toLowerCase() ? data.user : null
}

/** Says why the password was not taken: the session of the link stays for another one. */
function unchanged(error: AuthError): Outcome {
  if (error.status === 422) return { state: 'again', field: 'password', message: error.message }
  // A session that no link began, or whose time is over, is asked for the current password.
  return failed(error)
}

function failed(error: AuthError | null): Outcome {
  if (error?.status === 429) return { state: 'again', field: null, message: TOO_MANY }
  if (error && saysLater(error.status)) {
    const message = 'The sign-in service is not available at the moment. Try again shortly.'
    return { state: 'again', field: null, message }
  }
  return { state: 'over', reason: null }
}

/**
 * Tells whether a recovery link is too old. Hosted Supabase has one lifetime for all links, the
 * longer one. The embedded server checks this on its own.
 */
function isOld({ recovery_sent_at }: User): boolean {
  return recovery_sent_at !== undefined && Date.now() - Date.parse(recovery_sent_at) > RECOVERY_MS
}
