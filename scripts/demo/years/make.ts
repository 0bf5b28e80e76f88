import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { addDays, today } from '../../../app/platform/values/dates.ts'
import { openBackend } from '../../../server/backend.ts'
import { readEnv } from '../../../server/env.ts'
import { createDatabaseAnew, startOwnCluster } from '../../../tools/cluster.ts'
import { uuidOf } from '../../../tools/ids.ts'
import { migratePostgres } from '../../../tools/migrated.ts'
import { progressBar } from '../../../tools/progress.ts'
import { DEMO_ID } from '../people.ts'
import { buy } from './buying.ts'
import { approveReceipts, bank } from './collecting.ts'
import { writeYears } from './file.ts'
import { GOODS } from './goods.ts'
import { keep } from './keeping.ts'
import { microseconds, packYears } from './pack.ts'
import { type People, setUp } from './people.ts'
import type { Run } from './run.ts'
import { sell } from './selling.ts'
import { spendOfDay } from './spending.ts'
import { STORES, type Store } from './stores.ts'
import { BANK, type Read, Trade } from './trade.ts'

/** Two years and a day; DEMO_DAYS plays fewer, to try a change. */
const DAYS = Number(process.env.DEMO_DAYS ?? 731)
const SEED = 20260101
/** Notifications of so many days have not been read. */
const UNREAD_DAYS = 5

/**
 * `npm run demo:make` plays the years of the demo company on a PostgreSQL of its own, each document by its command and as the person
 * whose work it is, up to yesterday, and writes what is there then into `years.br`. The same seed gives the same trade.
 */
async function main(): Promise<void> {
  const started = performance.now()
  const cluster = await startOwnCluster({
    settings:
      '-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c shared_buffers=256MB',
  })
  if (!cluster) throw new Error('No PostgreSQL 15 or newer at hand: install postgresql.')
  const folder = mkdtempSync(path.join(tmpdir(), 'kalakal-years-'))
  const clients: pg.Client[] = []
  try {
    const url = await createDatabaseAnew(cluster.url, 'kalakal_years')
    await migratePostgres(url)
    const env = readEnv({ KALAKAL_DATA_DIR: folder, DATABASE_URL: url })
    const backend = await openBackend(env, { origin: 'http://localhost:3000', as: 'tool' })
    const people = await setUp(backend)
    const connect = async () => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query(`set timezone = 'UTC'; set jit = off`)
      clients.push(client)
      return client
    }
    const owner = await connect()
    const read: Read = async <Row>(sql: string, ...values: unknown[]) =>
      (await owner.query(sql, values)).rows as Row[]
    const last = addDays(today('Asia/Manila'), -1)
    const acts: bigint[] = []
    const trade = new Trade(
      await runAs(people, connect, acts),
      read,
      new Map([...people].map(([login, { id }]) => [login, id])),
      addDays(last, 1 - DAYS),
      SEED,
    )
    const begun = await play(trade)
    await backend.close()
    const users = new Map([...people].map(([login, { id }]) => [login, id]))
    const packed = await packYears(read, {
      id: DEMO_ID,
      first: trade.first,
      last,
      people: users,
      begun,
      acts,
    })
    const bytes = writeYears(packed.header, packed.body)
    for (const { name, rows } of packed.header.tables) console.log(`  ${name}: ${rows} rows`)
    const seconds = ((performance.now() - started) / 1000).toFixed(0)
    console.log(
      `scripts/demo/years/years.br is made: ${(bytes / 1e6).toFixed(2)} MB, in ${seconds} s.`,
    )
  } finally {
    for (const client of clients) await client.end().catch(() => {})
    cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Lets each person send commands by a connection of their own, with the rights and claims of their session. The moment at which each
 * command began goes to `acts`.
 */
async function runAs(
  people: People,
  connect: () => Promise<pg.Client>,
  acts: bigint[],
): Promise<Run> {
  const connections = new Map<string, pg.Client>()
  for (const [login, { claims }] of people) {
    const client = await connect()
    await client.query(
      `select set_config('role', 'authenticated', false), set_config('request.jwt.claims', $1, false),
        set_config('request.jwt.claim.sub', $2, false), set_config('request.jwt.claim.role', 'authenticated', false)`,
      [JSON.stringify(claims), claims.sub],
    )
    connections.set(login, client)
  }
  return async (login, command, source, args) => {
    const given = {
      ...args,
      p_project: DEMO_ID,
      p_idempotency_key: uuidOf(DEMO_ID, `${command}:${source}`),
    }
    const values = Object.values(given).map((value) =>
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    )
    const names = Object.keys(given).map((name, n) => `${name} => $${n + 1}`)
    const { rows } = await connections
      .get(login)!
      .query({
        name: `${command} ${names.length}`,
        text: `select public.${command}(${names.join(', ')}) as answer, now()::text as began`,
        values,
      })
      .catch((error: Error & { hint?: string; detail?: string }) => {
        throw new Error(
          `${command} of ${source}: ${error.message} (${error.hint}, ${error.detail})`,
        )
      })
    acts.push(microseconds(rows[0].began))
    return rows[0].answer
  }
}

/** Plays day after day, and returns the moment at which each day but the first was begun. */
async function play(trade: Trade): Promise<bigint[]> {
  // The company's calendar shows the day that is played.
  await trade.read('create table private.played_day (day date)')
  await trade.read(`insert into private.played_day values ('${trade.first}')`)
  await trade.read(`create or replace function private.business_date(p_project uuid) returns date
    language sql stable security definer set search_path = '' as 'select day from private.played_day'`)
  trade.goods = GOODS.map(({ code, supplier, perCase, cost, srp }) => ({
    ...{ id: uuidOf(DEMO_ID, code), code, supplier, perCase },
    ...{ cost: Math.round(cost * 100), srp: Math.round(srp * 100), free: 0, sold: 0 },
  }))
  await trade.run('finance-admin', 'record_bank_balance', 'opening', {
    p_balance: { bank_id: BANK, on_date: trade.first, balance: '6500000.00' },
  })
  const show = progressBar(process.stdout)
  const begun: bigint[] = []
  for (; trade.at < DAYS; trade.next()) {
    if (trade.at > 0) {
      const [now] = await trade.read<{ now: string }>('select clock_timestamp()::text as now')
      begun.push(microseconds(now!.now))
      await trade.read('update private.played_day set day = $1', trade.day)
    }
    for (const [n, store] of STORES.entries())
      if (store.from === trade.at) await welcome(trade, store, n)
    await buy(trade)
    await approveReceipts(trade)
    await sell(trade)
    await trade.due()
    await bank(trade)
    await spendOfDay(trade)
    await keep(trade)
    show(trade.at + 1, DAYS, trade.day)
  }
  await trade.read(
    'update public.notifications set read_at = created_at where created_at < to_timestamp($1::numeric / 1e6)',
    String(begun.at(-UNREAD_DAYS) ?? 0),
  )
  return begun
}

/** Adds a store as finance, which approves what it adds. */
async function welcome(trade: Trade, plan: Store, n: number): Promise<void> {
  const { id } = await trade.run('finance-admin', 'request_customer', plan.name, {
    p_customer: {
      name: plan.name,
      store_name: plan.store,
      ...(plan.address ? { address: plan.address } : {}),
      area: plan.area,
      contact: plan.contact,
      business_style: plan.style,
      ...(plan.noTin ? {} : { tin_no: `${210 + n}-${401 + n}-${118 + n}-000` }),
      agent_id: trade.users.get(plan.agent),
      credit_line: plan.creditLine,
      terms_days: plan.terms,
    },
  })
  trade.buyers.push({ id, plan, exposure: 0, orders: [] })
}

main().catch((error: Error) => {
  console.error(error.stack)
  process.exitCode = 1
})
