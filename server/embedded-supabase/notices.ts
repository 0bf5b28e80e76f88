import type { OwnerSql } from './database.ts'
import { complain, type Mailer } from './mail.ts'

/**
 * Tells the owner by mail that the password was changed, as hosted Supabase does when the notice is switched on
 * (`auth.email.notification.password_changed` in supabase/config.toml). The first password of an account, chosen
 * right after its address was confirmed, is no change.
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
    `select email from auth.users
     where id = $1::uuid and email_confirmed_at < now() - interval '10 minutes'`,
    [id],
  )
  // The password is changed whether or not the mail server takes the notice.
  if (account) mailer.send('password_changed', account.email).catch(complain)
}
