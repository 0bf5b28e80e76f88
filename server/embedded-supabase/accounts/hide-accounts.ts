import bcrypt from 'bcryptjs'
import { authRefusal } from '../api/endpoints.ts'
import type { OwnerSql } from '../database/owner-sql.ts'

/**
 * Hash of 32 random bytes that nobody has; costs as much to compare with as a real one. Written out, since making it
 * would take a tenth of each start.
 */
const NOBODY = '$2b$10$WZWSGRaj9M2RWEpAg.tQd.V4fQfO66la1m7TGGNwv5l4P9P7KDjvu'

/**
 * Makes a wrong password look the same, and take as long, for every address, as on hosted Supabase. @supabase/lite says
 * "email not confirmed" before it has compared the password, and answers for unknown addresses without comparing one.
 *
 * Upstream: docs/upstream/lite-sign-in.md.
 *
 * @param request the sign-in, with a body that is not read yet.
 * @returns the library's answer, or the one to give in its place.
 */
export async function hideAccounts(
  request: Request,
  answer: Response,
  sql: OwnerSql,
): Promise<Response> {
  if (answer.status !== 400) return answer
  const { error_code } = (await answer.clone().json()) as { error_code?: string }
  if (error_code !== 'email_not_confirmed' && error_code !== 'invalid_credentials') return answer
  const { email, password } = (await request.json()) as { email: string; password: string }
  const [account] = await sql.query<{ encrypted_password: string }>(
    'select encrypted_password from auth.users where email = $1',
    [email],
  )
  // The library compared the password of a verified account already.
  if (account && error_code === 'invalid_credentials') return answer
  const right = await bcrypt.compare(password, account?.encrypted_password ?? NOBODY)
  if (account && right) return answer
  return authRefusal(400, 'invalid_credentials', 'Invalid login credentials')
}
