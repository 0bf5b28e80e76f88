import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { testFixture } from '../../support/fixture.ts'

const fixture = testFixture()
const run = promisify(execFile)

/** The Supabase CLI on this file's database; answers what it prints. */
async function supabase(...args: string[]): Promise<string> {
  const remote = `--remote=${fixture.db.url}?sslmode=disable`
  const { stdout } = await run('node_modules/.bin/supabase', [...args, remote, '--agent', 'no'], {
    env: { ...process.env, SUPABASE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
    maxBuffer: 16 * 1024 * 1024,
  })
  return stdout
}

/** Sums of months and their openings, to which nobody refers and whose columns may be null, and the columns that tables share. */
const WITHOUT_KEY = ['book_months', 'opened_months', 'sales_months', 'stamped']

describe('the Supabase CLI', () => {
  it('generates the committed types', async () => {
    const types = await supabase('gen', 'types', 'typescript', '--schema', 'public')
    expect(types).toBe(readFileSync('app/platform/db/database.types.ts', 'utf8'))
  })

  it('has no advice on security or performance', async () => {
    // Half of the security lints only look at schemas that PostgREST serves.
    const name = new URL(fixture.db.url ?? '').pathname.slice(1)
    await fixture.db.sql(`alter database ${name} set pgrst.db_schemas = 'public'`)
    const advice = await supabase('db', 'advisors', '--level', 'info', '-o', 'json')
    const lints: { name: string; detail: string }[] = advice.startsWith('[')
      ? JSON.parse(advice)
      : []
    // The names in a body that was read when the function was made are resolved for good. A search
    // path of its own would keep such a function from being a part of the query that calls it.
    const resolved = await fixture.db.sql<{ name: string }>(
      `select pronamespace::regnamespace || '.' || proname as name from pg_proc
       where prosqlbody is not null and not prosecdef 
         and pronamespace in ('private'::regnamespace, 'known'::regnamespace)`,
    )
    const allowed = [
      ...resolved.map(({ name }) => `Function \`${name}\` has a role mutable search_path`),
      ...WITHOUT_KEY.map((name) => `Table \`private.${name}\` does not have a primary key`),
    ]
    // A database made a second ago has used few of its indexes: that lint says nothing here.
    const advised = lints.filter((lint) => lint.name !== 'unused_index').map((lint) => lint.detail)
    expect(advised.filter((detail) => !allowed.includes(detail))).toEqual([])
    expect(lints.some((lint) => lint.name === 'unused_index')).toBe(true)
  })
})
