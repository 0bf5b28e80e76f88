import bcrypt from 'bcryptjs'
import type { OwnerSql } from './database.ts'

/**
 * @supabase/lite says "email not confirmed" before it has looked at the password, which would tell
 * anybody that the account exists. As on hosted Supabase, a wrong password reads the same for every address.
 *
 * @returns the answer to give instead, or null to give the library's.
 */
export async function hideUnverified(
  request: Request,
  answer: Response,
  sql: OwnerSql,
): Promise<Response | null> {
  if (answer.status !== 400 || new URL(request.url).pathname !== '/auth/v1/token') return null
  const { error_code } = (await answer.clone().json()) as { error_code?: string }
  if (error_code !== 'email_not_confirmed') return null
  const { email, password } = (await request.json()) as { email?: string; password?: string }
  const [account] = await sql.query<{ encrypted_password: string }>(
    'select encrypted_password from auth.users where email = $1',
    [email?.trim().toLowerCase() ?? ''],
  )
  if (account && (await bcrypt.compare(password ?? '', account.encrypted_password))) return null
  return Response.json(
    { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' },
    { status: 400 },
  )
}
