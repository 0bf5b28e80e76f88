import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Pool } from 'pg'
import { afterAll, expect, inject, it } from 'vitest'
import { declaredState } from '../../../scripts/schema/declared.ts'
import { deltaOf } from '../../../scripts/schema/delta.ts'
import { difference } from '../../../scripts/schema/difference.ts'
import { migratePglite, runOnPglite } from '../../../tools/migrated.ts'

const MIGRATIONS = 'supabase/migrations'
const cluster = inject('postgres')!
const folder = mkdtempSync(path.join(tmpdir(), 'kalakal-declared-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('is what the migrations lead to, on PostgreSQL', async () => {
  expect(await deltaOf(cluster, MIGRATIONS, declaredState())).toEqual({
    text: null,
    destructive: [],
  })
})

it('is what the migrations lead to, on the embedded engine', { timeout: 240_000 }, async () => {
  const [migrated, declared] = await Promise.all([PGlite.create(), PGlite.create()])
  try {
    await migratePglite(migrated)
    await migrated.exec('drop schema supabase_migrations cascade')
    await runOnPglite(declared, declaredState())
    // One difference shows that others would be seen.
    await migrated.exec('drop index public.bookings_open_idx')
    expect(await difference(asPool(migrated), asPool(declared))).toEqual([
      { sql: expect.stringContaining('bookings_open_idx'), destructive: false, alone: false },
    ])
  } finally {
    await Promise.all([migrated.close(), declared.close()])
  }
})

it('that is changed gives a migration that leads to it, and names what it loses', async () => {
  const changed = `${declaredState()}
alter table public.payees add column note text check (length(note) <= 200);
comment on column public.payees.note is 'A note of the staff.';
grant select (note), update (note) on public.payees to authenticated;
create index payees_by_note on public.payees (project_id, note);
alter table public.payees drop column fname cascade;
create policy payees_of_nobody on public.payees as restrictive for delete to authenticated using (false);
create or replace function private.note_of(p_project uuid, p_payee uuid) returns text
language sql stable security definer set search_path = '' as $$
  select p.note from public.payees p where p.project_id = p_project and p.id = p_payee
$$;
comment on function private.note_of is 'Returns the note of a payee.';
create or replace function private.settled_moment(p_project uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$ select now() $$;
`
  const { text, destructive } = await deltaOf(cluster, MIGRATIONS, changed)
  expect(destructive.join('\n')).toMatch(/drop column "?fname/i)
  expect(text).not.toMatch(/owner to/i)
  cpSync(MIGRATIONS, folder, { recursive: true })
  writeFileSync(path.join(folder, '29990101000001_notes.sql'), text!)
  expect(await deltaOf(cluster, folder, changed)).toEqual({ text: null, destructive: [] })
})

/** The part of a pool of connections that is asked for, on the one connection of PGlite. */
function asPool(db: PGlite): Pool {
  const query = (text: string, values?: unknown[]) => db.query(text, values)
  return { query, connect: async () => ({ query, release: () => {} }) } as unknown as Pool
}
