import type { OwnerSql } from '../database/owner-sql.ts'
import { missingFiles } from '../files/missing-files.ts'

interface Options {
  secretKey: string
  /** Names of the migrations that this version had when it started: files of the next one may lie there already. */
  files: readonly string[]
  /** Bytes of the database in this process; null where it has its own. */
  memory: () => number | null
  /** The data folder, if there is one. */
  folder: string | null
}

/**
 * Answers with the number of applied migrations of the embedded database and of those still
 * missing, and whether it names files; with `files=missing` which of these the data folder lacks. Only the server's own
 * secret key may ask.
 */
export async function answerHealth(
  request: Request,
  sql: OwnerSql,
  { secretKey, files, memory, folder }: Options,
): Promise<Response> {
  if (request.headers.get('apikey') !== secretKey) return new Response(null, { status: 401 })
  if (folder && new URL(request.url).searchParams.has('files'))
    return Response.json(await missingFiles(sql, folder))
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
    ...memoryOf(memory()),
  })
}

const MIB = 1024 * 1024

/** Returns the memory of an embedded database and of the objects of its API, in MiB; nothing without one. */
function memoryOf(database: number | null) {
  if (database === null) return {}
  const { heapUsed } = process.memoryUsage()
  return {
    memory: { databaseMiB: Math.round(database / MIB), apiHeapMiB: Math.round(heapUsed / MIB) },
  }
}
