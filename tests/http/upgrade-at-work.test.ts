import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { afterAll, expect, it } from 'vitest'
import { HttpClient } from '../../tools/http-client.ts'
import { openServer } from '../../tools/server-process.ts'
import { postgresTarget } from '../support/faults/target.ts'
import { Trade } from '../support/faults/trade.ts'
import { installedLater } from '../support/installed.ts'
import { markReleasedOn } from '../support/released.ts'
import { hasPostgres } from '../support/server.ts'

const PEOPLE = 8
const shelf = mkdtempSync(path.join(tmpdir(), 'kalakal-at-work-'))
afterAll(() => rmSync(shelf, { recursive: true, force: true }))

it('a database is upgraded while eight people work: the former server answers 503, nothing is lost', {
  timeout: 240_000,
  skip: !hasPostgres(),
}, async () => {
  const target = await postgresTarget('trader')
  if (!target) return
  const sql = postgres(target.env.DATABASE_URL!, { max: 1, onnotice: () => {} })
  try {
    await markReleasedOn((text) => sql.unsafe(text))
    const { origin } = target.server
    const trade = new Trade(target.api, PEOPLE)
    await trade.prepare()
    trade.start()
    const person = await HttpClient.signedIn(origin, 'special-access-1@demo.test')
    await trade.progress(3 * PEOPLE)
    const oids = () =>
      sql`select 'private.sort_key'::regproc::oid as kept, 'private.create_booking'::regproc::oid as busy`
    const before = [...(await oids())]

    const program = await installedLater(path.join(shelf, 'later'), {
      tables: 'alter table public.bookings add column later text;',
      declares: `alter table public.bookings add column later text;
create or replace function private.later() returns text language sql stable set search_path = '' as $$ select 'later' $$;`,
    })
    const later = await openServer(target.folder, target.env, program)
    expect(await sql`select private.later() as is`).toEqual([{ is: 'later' }])
    expect([...(await oids())]).toEqual(before)

    // From now on nobody gets an answer of the former version: neither a page nor a command.
    const page = await person.get('/inventory/purchase-list')
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await target.api.call('owner', 'verify_books', {})).toEqual({ kind: 'none' })

    target.api.origin = later.origin
    await trade.progress(3 * PEOPLE)
    await trade.stop()
    await trade.check()
    expect(await later.stop()).toBe(0)
  } finally {
    await sql.end()
    await target.close()
  }
})
