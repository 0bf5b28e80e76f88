import bcrypt from 'bcryptjs'
import type { OwnerSql } from './database.ts'

/**
 * Hash of 32 random bytes that nobody has; costs as much to compare with as a real one. Written out, since making it
 * would take a tenth of each start.
 */
const NOBODY = '$2b$10$WZWSGRaj9M2RWEpAg.tQd.V4fQfO66la1m7TGGNwv5l4P9P7KDjvu'

/**
 * @supabase/lite tells by its answer, and by its speed, which addresses have an account: it says "email not
 * confirmed" before it has looked at the password, and answers for unknown addresses without comparing one. As on
 * hosted Supabase, a wrong password reads the same, and takes as long, for every address.
 *
 * @returns the answer to give instead, or null to give the library's.
 */
export async function hideAccounts(
  request: Request,
  answer: Response,
  sql: OwnerSql,
): Promise<Response | null> {
  if (answer.status !== 400 || new URL(request.url).pathname !== '/auth/v1/token') return null
  const { error_code } = (await answer.clone().json()) as { error_code?: string }
  if (error_code !== 'email_not_confirmed' && error_code !== 'invalid_credentials') return null
  const { email, password } = (await request.json()) as { email?: string; password?: string }
  const [account] = await sql.query<{ encrypted_password: string }>(
    'select encrypted_password from auth.users where email = $1',
    [email?.trim().toLowerCase() ?? ''],
  )
  // The library compared the password of a verified account already.
  if (account && error_code === 'invalid_credentials') return null
  const right = await bcrypt.compare(password ?? '', account?.encrypted_password ?? NOBODY)
  if (account && right) return null
  return Response.json(
    { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' },
    { status: 400 },
  )
}
