import type { OwnerSql } from './database.ts'
import { complain, type Mailer } from './mail.ts'

/**
 * Tells the owner by mail that the password was changed, as hosted Supabase does when the notice is switched on
 * (`auth.email.notification.password_changed` in supabase/config.toml). The first password of an account, chosen in
 * the session that its confirmation began, is no change.
 */
export async function noticePasswordChange(
  request: Request,
  response: Response,
  sql: OwnerSql,
  mailer: Mailer,
): Promise<void> {
  if (request.method !== 'PUT' || new URL(request.url).pathname !== '/auth/v1/user') return
  if (!response.ok) return
  const { password } = (await request.json()) as { password?: string }
  if (!password) return
  const { id } = (await response.clone().json()) as { id: string }
  const [account] = await sql.query<{ email: string }>(
    `select u.email from auth.users u
     where u.id = $1::uuid and not exists (
       select from auth.sessions s
       where s.id = $2::uuid and s.created_at < u.email_confirmed_at + interval '5 seconds')`,
    [id, sessionOf(request)],
  )
  // The password is changed whether or not the mail server takes the notice.
  if (account) mailer.send('password_changed', account.email).catch(complain)
}

/** The session of the request's token, which the library has checked. */
function sessionOf(request: Request): string | null {
  const [, payload = ''] = request.headers.get('authorization')?.split('.') ?? []
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString() || '{}')
  return (claims as { session_id?: string }).session_id ?? null
}
