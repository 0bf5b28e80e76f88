import type { OwnerSql } from '../database/owner-sql.ts'

export const SYSTEM_PATH = '/kalakal/v1/system'

/** The database as the administrator sees it. */
export interface DatabaseState {
  /** The version of PostgreSQL, such as "15.8"; null on hosted Supabase, as the size. */
  version: string | null
  bytes: number | null
  /** The applied migrations, newest first; the program is the version that applied one, null where the Supabase CLI did. */
  migrations: { version: string; name: string | null; program: string | null }[]
  /** Names of the migrations of this version that are still to be applied. */
  pending: string[]
}

/** Answers with the state of the database; only the server's own secret key may ask. */
export async function answerSystem(
  request: Request,
  sql: OwnerSql,
  { secretKey, files }: { secretKey: string; files: readonly string[] },
): Promise<Response> {
  if (request.headers.get('apikey') !== secretKey) return new Response(null, { status: 401 })
  const migrations = await sql.query<DatabaseState['migrations'][number]>(
    'select version, name, program from supabase_migrations.schema_migrations order by version desc',
  )
  const [row] = await sql.query<{ version: string; bytes: string }>(
    `select current_setting('server_version') as version, pg_database_size(current_database())::text as bytes`,
  )
  const done = new Set(migrations.map(({ version }) => version))
  const state: DatabaseState = {
    version: row!.version,
    bytes: Number(row!.bytes),
    migrations,
    pending: files.filter((file) => !done.has(file.split('_')[0]!)),
  }
  return Response.json(state)
}
