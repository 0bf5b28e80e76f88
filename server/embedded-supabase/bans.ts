import type { OwnerSql } from './database.ts'

/**
 * @supabase/lite lets a banned account sign in and refresh; hosted Supabase does not. Looks at each
 * token that is about to be handed out and takes it back when its owner is banned.
 */
export async function refuseBanned(
  request: Request,
  response: Response,
  sql: OwnerSql,
): Promise<Response> {
  if (!response.ok || !GIVES_SESSION.test(new URL(request.url).pathname)) return response
  const { user } = (await response.clone().json()) as { user?: { id?: string } }
  if (!user?.id) return response
  const banned = await sql.query(
    'select from auth.users where id = $1::uuid and banned_until > now()',
    [user.id],
  )
  if (banned.length === 0) return response
  await sql.query('delete from auth.sessions where user_id = $1::uuid', [user.id])
  return Response.json(
    { code: 400, error_code: 'user_banned', msg: 'User is banned' },
    { status: 400 },
  )
}

const GIVES_SESSION = /^\/auth\/v1\/(token|verify)$/
