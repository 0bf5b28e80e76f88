import { authRefusal } from '../api/endpoints.ts'
import type { OwnerSql } from '../database/owner-sql.ts'

/**
 * Takes a new session back when its owner is banned: @supabase/lite lets a banned account sign in and refresh, hosted
 * Supabase does not.
 *
 * Upstream: docs/upstream/lite-bans.md.
 *
 * @returns the answer, or the refusal in its place.
 */
export async function refuseBanned(response: Response, sql: OwnerSql): Promise<Response> {
  if (!response.ok) return response
  const { user } = (await response.clone().json()) as { user?: { id?: string } }
  if (!user?.id) return response
  const banned = await sql.query(
    'select from auth.users where id = $1::uuid and banned_until > now()',
    [user.id],
  )
  if (banned.length === 0) return response
  await sql.query('delete from auth.sessions where user_id = $1::uuid', [user.id])
  return authRefusal(400, 'user_banned', 'User is banned')
}
