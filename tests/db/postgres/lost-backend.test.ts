import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { inPostgres, withPostgresOf } from '../../../scripts/move/sides.ts'
import { callFunction } from '../../../server/embedded-supabase/database/call.ts'
import { openDatabase } from '../../../server/embedded-supabase/database/database.ts'
import { inTransaction } from '../../../server/embedded-supabase/database/owner-sql.ts'
import { openPool } from '../../../server/embedded-supabase/database/pool.ts'

const url = `${inject('postgres')}/postgres`
const NAME = `lost_${randomUUID().replaceAll('-', '')}`
const table = `public.${NAME}`
const INSERT = `insert into ${table} values (pg_backend_pid())`
let owner: postgres.Sql
beforeAll(async () => {
  owner = postgres(url, { max: 1, onnotice: () => {} })
  await owner.unsafe(`
    do $$ begin create role authenticated nologin; exception when duplicate_object or unique_violation then null; end $$;
    create table ${table} (backend int not null);
    create function ${table}() returns void language plpgsql security definer as $f$
    begin ${INSERT}; perform pg_sleep(20); end $f$`)
})
afterAll(async () => {
  await owner.unsafe(`drop function ${table}; drop table ${table}`)
  await owner.end()
})

const CALLED = {
  ...{ schema: 'public', name: NAME, arg_names: [], arg_types: [], arg_defaults: 0 },
  ...{ has_variadic: false, volatility: 'v', return_type: 'void' },
  ...{ return_is_setof: false, return_typtype: 'p', has_out_args: false },
}

type Ask = (text: string) => Promise<unknown>

/** Inserts a row, ends the backend of the transaction, and inserts more, whatever the failures. */
async function goOn(ask: Ask): Promise<void> {
  await ask(INSERT)
  await owner`
    select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and state like 'idle in transaction%' and query = ${INSERT}`
  for (let round = 0; round < 5; round++)
    await expect(ask(INSERT), `round ${round}`).rejects.toThrow()
}

/** Every way from here to PostgreSQL, with a transaction that begins and ends as that way does. */
const WAYS: Record<string, () => Promise<unknown>> = {
  'the connection of a call': async () => {
    const pool = openPool(url, 1)
    const { query, release } = await pool.borrow()
    await query('begin')
    await goOn(query)
    await expect(query('commit')).rejects.toThrow()
    release()
    await pool.close()
  },
  'a call whose backend dies while its function runs': async () => {
    const pool = openPool(url, 1)
    const line = await pool.borrow()
    const claims = { sub: randomUUID(), session_id: randomUUID(), role: 'authenticated' }
    const call = expect(callFunction(line, CALLED, {}, claims)).rejects.toThrow()
    const end = () => owner`
      select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and wait_event = 'PgSleep' and query like ${`%${NAME}%`}`
    await expect.poll(async () => (await end()).length).toBe(1)
    await call
    await expect(line.query(INSERT)).rejects.toThrow()
    line.release()
    await pool.close()
  },
  'the library of the API': async () => {
    const { connection, close } = await openDatabase(null, url)
    const { runInTransaction } = connection as unknown as {
      runInTransaction(work: (db: { executeQuery: Ask }) => Promise<void>): Promise<void>
    }
    const transaction = runInTransaction.call(connection, ({ executeQuery }) =>
      goOn((sql) =>
        executeQuery({
          ...{ sql, parameters: [], queryId: { queryId: sql } },
          query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
        } as never),
      ),
    )
    await expect(transaction).rejects.toThrow()
    await close()
  },
  'the owner: keys, files, migrations, backups': () =>
    expect(inTransaction(url, goOn)).rejects.toThrow(),
  'a move of companies': () =>
    withPostgresOf(url, (side) =>
      expect(inPostgres(side, ({ query }) => goOn(query))).rejects.toThrow(),
    ),
}

it.each(Object.entries(WAYS))('no statement is committed alone by %s', async (_, way) => {
  await way()
  expect(await owner.unsafe(`select * from ${table}`)).toEqual([])
})
