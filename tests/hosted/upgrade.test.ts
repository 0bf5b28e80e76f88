import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { demoOf } from '../../scripts/release/kept-versions.ts'
import { difference } from '../../scripts/schema/difference.ts'
import { copyTemplate } from '../../scripts/verify/test-databases.ts'
import { LAST_OF_VERSION_1 } from '../../server/embedded-supabase/database/migrations.ts'
import { withOwnerSql } from '../../server/embedded-supabase/database/owner-sql.ts'
import { readProgram } from '../../server/embedded-supabase/database/program.ts'
import { postgresFolder } from '../../tools/needs.mjs'
import { EMPTY, MIGRATED, supabase } from '../support/hosted/project.ts'
import { releasedFolder } from '../support/released.ts'

const { url } = inject('hosted')!
const NAME = 'hosted_of_120'

/** The schemas that `pg_dump` of the project held in version 1.2.0: Auth and Storage keep their own tables. */
const SCHEMAS = ['public', 'private', 'known', 'supabase_migrations'].map(
  (name) => `--schema=${name}`,
)

async function restoreVersion1(database: string): Promise<void> {
  const dump = path.join(demoOf('1.2.0'), 'database.dump')
  await withOwnerSql(database, (sql) =>
    sql.query(`create schema private; create schema known; create schema supabase_migrations;
      alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
      alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
      alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
      alter default privileges revoke execute on functions from public`),
  )
  const restored = (section: string) =>
    promisify(execFile)(path.join(postgresFolder() ?? '', 'pg_restore'), [
      ...['--no-owner', '--exit-on-error', `--section=${section}`],
      ...[...SCHEMAS, `--dbname=${database}`, dump],
    ])
  await restored('pre-data')
  await restored('data')
  await withOwnerSql(database, (sql) =>
    sql.query(
      `insert into auth.users (id, email) select user_id, user_id || '@demo.test' from public.profiles`,
    ),
  )
  await restored('post-data')
}

const SUMS = `select (select sum(total) from public.bookings) as booked, (select sum(amount) from public.sales_entries) as sold,
  (select sum(amount) from public.receivable_entries) as receivable, (select count(*) from public.audit_log) as trail`

it('a hosted project of version 1.2.0 is repaired, pushed and has the declared state', {
  timeout: 240_000,
}, async () => {
  const folder = await releasedFolder()
  const program = readProgram(folder)
  const database = await copyTemplate(url, EMPTY, NAME)
  await restoreVersion1(database)
  const books = () => withOwnerSql(database, (sql) => sql.query(SUMS))
  const recorded = () =>
    withOwnerSql(database, (sql) =>
      sql.query('select version from supabase_migrations.schema_migrations order by 1'),
    )
  const before = await books()

  // Without the repair nothing changes, and the CLI says so.
  await expect(supabase(folder, database, 'db', 'push', '--skip-vault')).rejects.toMatchObject({
    stderr: expect.stringContaining(
      'Remote migration versions not found in local migrations directory',
    ),
  })
  expect(await recorded()).toHaveLength(LAST_OF_VERSION_1.count)

  const repair = (...args: string[]) => supabase(folder, database, 'migration', 'repair', ...args)
  await repair('--status', 'reverted')
  await repair('--status', 'applied', program.migrations[0]!.version)
  await supabase(folder, database, 'db', 'push', '--skip-vault')
  expect(await recorded()).toEqual(program.migrations.map(({ version }) => ({ version })))
  expect(await books()).toEqual(before)

  const [from, to] = [database, `${url}/${MIGRATED}`].map(
    (connectionString) => new pg.Pool({ connectionString, max: 1 }),
  )
  try {
    await from!.query('drop schema known cascade')
    const steps = await difference(from!, to!)
    expect(
      steps
        .map(({ sql }) => sql)
        .filter((sql) => !/\bknown\.|"known"|"supabase_migrations"/.test(sql)),
    ).toEqual([])
  } finally {
    await Promise.all([from!.end(), to!.end()])
  }
})
