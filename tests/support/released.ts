import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { version } from '../../package.json'
import { withEmbedded } from '../../scripts/move/sides.ts'
import { writeMigration } from '../../scripts/release/migration.ts'
import { declaredStateOf } from '../../server/embedded-supabase/database/declared-state.ts'
import { migrationOf } from '../../server/embedded-supabase/database/migrations.ts'
import {
  headOf,
  type Program,
  readProgram,
} from '../../server/embedded-supabase/database/program.ts'
import { recordState } from '../../server/embedded-supabase/database/upgrade.ts'
import { literal } from '../../server/embedded-supabase/database/upgrade-script.ts'
import { startCluster } from '../../tools/cluster.ts'

/** A version above every other one. */
const NEXT = '9.0.0'

/**
 * Returns a folder `supabase` whose migrations lead to its declared state: this program's, or between two releases a copy with
 * the migration that the next release will have.
 */
export async function releasedFolder(): Promise<string> {
  if (readProgram('supabase').isReleased) return 'supabase'
  const cluster = await startCluster()
  if (!cluster) throw new Error('No PostgreSQL 15 or newer at hand.')
  try {
    const folder = path.join(mkdtempSync(path.join(tmpdir(), 'kalakal-released-')), 'supabase')
    cpSync('supabase', folder, { recursive: true })
    await writeMigration(folder, cluster.url, version)
    return folder
  } finally {
    cluster.stop()
  }
}

/** Lets a database be one of a release, as later versions upgrade no other. */
export async function markReleasedOn(run: (script: string) => Promise<unknown>): Promise<void> {
  const program = readProgram(await releasedFolder())
  const recorded = program.migrations.map(
    ({ version: number, name, hash }) =>
      `insert into supabase_migrations.schema_migrations (version, name, hash)
       values (${literal(number)}, ${literal(name)}, ${literal(hash)})
       on conflict (version) do update set name = excluded.name, hash = excluded.hash;`,
  )
  await run([...recorded, recordState(version, program.declared.hash, true)].join('\n'))
}

/** Does so for the embedded database of a folder. */
export const markReleased = (folder: string) =>
  withEmbedded(folder, (driver) => markReleasedOn((script) => driver.exec(script)))

/** Returns a version after a released one: tables change by a migration, code by the declared state. */
export function laterThan(
  { migrations, declared }: Program,
  { number = 1, tables = '', code = (script: string) => script },
): Program {
  const later = declaredStateOf(code(declared.script))
  const text = `${headOf(NEXT, later.hash)}\n$tables$\n${tables}\n$tables$\n`
  const migration = migrationOf(`2999010100000${number}_later.sql`, text)
  return { migrations: [...migrations, migration], declared: later, isReleased: true }
}
