import type { OwnerSql } from '../database/owner-sql.ts'

interface Options {
  secretKey: string
  /** Names of the migrations that this version had when it started: files of the next one may lie there already. */
  files: readonly string[]
}

/**
 * Answers with the number of applied migrations of the embedded database and of those still
 * missing, and whether it names files; only the server's own secret key may ask.
 */
export async function answerHealth(
  request: Request,
  sql: OwnerSql,
  { secretKey, files }: Options,
): Promise<Response> {
  if (request.headers.get('apikey') !== secretKey) return new Response(null, { status: 401 })
  const found = await sql.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations order by 1',
  )
  const [stored] = await sql.query<{ files: boolean }>(
    'select exists (select from storage.objects) as files',
  )
  const done = new Set(found.map(({ version }) => version))
  return Response.json({
    migrations: done.size,
    latest: found.at(-1)?.version ?? null,
    pending: files.filter((file) => !done.has(file.split('_')[0]!)).length,
    storedFiles: stored!.files,
  })
}
