import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { testFixture } from '../../support/fixture.ts'

const fixture = testFixture()

let driver: postgres.Sql
beforeAll(() => {
  driver = postgres(fixture.db.url!, { max: 6, onnotice: () => {} })
})
afterAll(() => driver?.end())
/** Marks the jobs of this hour as done; a claim plans them, in the evening digests too. */
beforeEach(async () => {
  await driver`delete from private.jobs`
  await driver`select private.claim_job()`
  await driver`update private.jobs set done_at = now()`
})

const claim = async (sql: postgres.ISql = driver) => {
  const [row] = await sql<{ id: string | null }[]>`select private.claim_job() ->> 'id' as id`
  return row!.id
}
const run = async (job: string, sql: postgres.ISql = driver) => {
  const [row] = await sql<
    { done: boolean }[]
  >`select (private.run_job(${job}) ->> 'done')::boolean as done`
  return row!.done
}
const add = (count: number) => driver`
  insert into private.jobs (kind, project_id, run_at, due_at)
  select 'seal_months', ${fixture.a}, now() - make_interval(hours => n), now() - make_interval(hours => n)
  from generate_series(1, ${count}) n`

/** Runs a part of a transaction, then something else, and only then commits. */
const meanwhile = <A, B>(first: (sql: postgres.ISql) => Promise<A>, second: () => Promise<B>) =>
  driver.begin(async (sql) => [await first(sql), await second()] as [A, B])

it('are each run once by several runners', async () => {
  await add(12)
  const done: string[] = []
  const runner = async () => {
    for (;;) {
      const job = await claim()
      if (job) {
        if (await run(job)) done.push(job)
      } else {
        const [open] =
          await driver`select count(*)::int as n from private.jobs where done_at is null`
        if (open!.n === 0) return
        await driver`update private.jobs set due_at = now() where done_at is null`
      }
    }
  }
  await Promise.all([runner(), runner(), runner(), runner()])
  expect(new Set(done).size).toBe(done.length)
  const stored = await driver<{ id: string; attempts: number }[]>`
    select id, attempts from private.jobs where run_at < date_trunc('hour', now()) and kind = 'seal_months'`
  expect(stored.map(({ id }) => id).sort()).toEqual(done.sort())
  expect(stored.every(({ attempts }) => attempts === 1)).toBe(true)
})

it('go to one of two runners that take at the same moment', async () => {
  await add(1)
  const [first, second] = await meanwhile(
    (sql) => claim(sql),
    () => claim(),
  )
  expect(first).not.toBeNull()
  expect(second).not.toBe(first)
})

it('of one company do not run at the same time, and the second is given back', async () => {
  await add(2)
  // Neither of the two sees the lease of the other.
  const [first, second] = (await meanwhile(
    (sql) => claim(sql),
    () => claim(),
  )) as [string, string]
  const company =
    await driver`select project_id from private.jobs where id in (${first}, ${second})`
  expect(company.map((row) => row.project_id)).toEqual([fixture.a, fixture.a])
  expect(
    await meanwhile(
      (sql) => run(first, sql),
      () => run(second),
    ),
  ).toEqual([true, false])
  const [given] =
    await driver`select attempts, leased_until, due_at > now() as later from private.jobs where id = ${second}`
  expect(given).toEqual({ attempts: 0, leased_until: null, later: true })
})

it('that still run are not taken by another runner when their lease has ended', async () => {
  await add(1)
  const job = (await claim())!
  await driver`update private.jobs set leased_until = now() - interval '1 minute' where id = ${job}`
  expect(
    await meanwhile(
      (sql) => run(job, sql),
      () => claim(),
    ),
  ).toEqual([true, null])
})

it('of a runner whose connection breaks are not done', async () => {
  await add(1)
  const job = (await claim())!
  const killed = postgres(fixture.db.url!, { max: 1, onnotice: () => {} })
  const runner = await killed.reserve()
  await runner`begin`
  const [self] = await runner`select pg_backend_pid() as pid`
  expect(await run(job, runner)).toBe(true)
  await driver`select pg_terminate_backend(${self!.pid})`
  await killed.end({ timeout: 0 })
  const [stored] =
    await driver`select done_at, leased_until is not null as leased from private.jobs where id = ${job}`
  expect(stored).toEqual({ done_at: null, leased: true })
})
