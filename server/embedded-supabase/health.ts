import type { OwnerSql } from './database.ts'

const PATH = '/kalakal/v1/health'

/** How many migrations the embedded database has; for the server's own secret key only. Null: not this path. */
export async function answerHealth(
  request: Request,
  sql: OwnerSql,
  secretKey: string,
): Promise<Response | null> {
  if (new URL(request.url).pathname !== PATH) return null
  if (request.headers.get('apikey') !== secretKey) return new Response(null, { status: 401 })
  const [row] = await sql.query<{ count: number; latest: string }>(
    'select count(*)::int as count, max(version) as latest from supabase_migrations.schema_migrations',
  )
  return Response.json({ migrations: row?.count ?? 0, latest: row?.latest ?? null })
}
