import { beforeEach, describe, expect, it } from 'vitest'
import { brokenInvariants, testFixture } from '../support/fixture.ts'
import { numbers } from '../support/random-trade.ts'
import { SEEDED, SEEDS } from '../support/rounds.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)

interface Job {
  id: string
  kind: string
  project: string | null
}

const claim = async () => {
  const [row] = await fixture.db.sql<{ job: Job | null }>('select private.claim_job() as job')
  return row!.job
}
const run = async (job: string) => {
  const [row] = await fixture.db.sql<{ done: boolean }>(
    `select (private.run_job($1::uuid) ->> 'done')::boolean as done`,
    [job],
  )
  return row!.done
}
const fail = (job: string, error = 'It failed.') =>
  fixture.db.sql('select private.fail_job($1::uuid, $2)', [job, error])
/** Runs what is due and answers the kinds. */
const runAll = async () => {
  const ran: string[] = []
  for (let job = await claim(); job; job = await claim()) {
    expect(await run(job.id)).toBe(true)
    ran.push(job.kind)
  }
  return ran.sort()
}
const add = async (kind: string, project: string | null, ago = '1 hour') => {
  const [row] = await fixture.db.sql<{ id: string }>(
    `insert into private.jobs (kind, project_id, run_at, due_at)
     values ($1, $2::uuid, now() - $3::interval, now() - $3::interval) returning id`,
    [kind, project, ago],
  )
  return row!.id
}
const stored = async (job: string) => {
  const [row] = await fixture.db.sql<{
    attempts: number
    last_error: string | null
    done: boolean
    leased: boolean
    minutes: number
  }>(
    `select attempts, last_error, done_at is not null as done, leased_until is not null as leased,
       round(extract(epoch from due_at - clock_timestamp()) / 60)::int as minutes
     from private.jobs where id = $1::uuid`,
    [job],
  )
  return row!
}
/** Makes a job due whose pause would have passed. */
const wait = (job: string) =>
  fixture.db.sql('update private.jobs set due_at = now() where id = $1::uuid', [job])
/** The runner that took a job is never heard of again, and its time has passed. */
const kill = (job: string) =>
  fixture.db.sql(
    `update private.jobs set leased_until = now() - interval '1 second' where id = $1::uuid`,
    [job],
  )
const monthsOf = (table: 'sealed_months' | 'opened_months') =>
  fixture.db.sql<{ month: string }>(
    `select distinct month::text as month from private.${table} where project_id = $1::uuid order by 1`,
    [fixture.a],
  )

describe('jobs', () => {
  beforeEach(() => fixture.db.sql('delete from private.jobs'))

  it('are planned once an hour for each company, and run once', async () => {
    const ran = await runAll()
    const [companies] = await fixture.db.sql<{ n: number }>(
      `select count(*)::int as n from public.projects where status = 'active'`,
    )
    expect(ran).toEqual(['clean_up', ...Array<string>(companies!.n).fill('seal_months')])
    expect(await runAll()).toEqual([])
    await fixture.db.sql(`update private.jobs set run_at = run_at - interval '1 hour'`)
    expect(await runAll()).toEqual(ran)
    await fixture.db.sql(`update private.jobs set done_at = now() - interval '8 days'`)
    await fixture.db.sql('select private.clean_up()')
    expect(await fixture.db.sql('select from private.jobs')).toEqual([])
  })

  it('wait longer with every attempt that fails, and keep no others away', async () => {
    const bad = await add('unknown', fixture.a)
    expect((await claim())!.id).toBe(bad)
    await expect(run(bad)).rejects.toMatchObject({ message: expect.stringContaining('unknown') })
    await fail(bad, 'It failed:\nreally')
    expect(await stored(bad)).toEqual({
      ...{ attempts: 1, last_error: 'It failed: really', done: false, leased: false, minutes: 2 },
    })
    expect(await runAll()).toContain('seal_months')
    for (const minutes of [4, 8, 16]) {
      await wait(bad)
      expect((await claim())!.id).toBe(bad)
      await fail(bad)
      expect((await stored(bad)).minutes).toBe(minutes)
    }
    await fixture.db.sql('update private.jobs set attempts = 99 where id = $1::uuid', [bad])
    await wait(bad)
    await claim()
    await fail(bad)
    expect((await stored(bad)).minutes).toBe(24 * 60)
  })

  it('that failed are not planned again beside themselves', async () => {
    const failed = await add('seal_months', fixture.a, '2 hours')
    expect((await claim())!.id).toBe(failed)
    await fail(failed)
    await runAll()
    const open = await fixture.db.sql<{ id: string }>(
      `select id from private.jobs where kind = 'seal_months' and project_id = $1::uuid`,
      [fixture.a],
    )
    expect(open).toEqual([{ id: failed }])
  })

  it('of a runner that was killed are run by another one, after a pause', async () => {
    const job = await add('seal_months', fixture.a)
    expect((await claim())!.id).toBe(job)
    expect(await runAll()).not.toEqual([])
    expect(await stored(job)).toMatchObject({ done: false, leased: true })
    await kill(job)
    expect(await claim()).toBeNull()
    expect(await stored(job)).toMatchObject({
      leased: false,
      last_error: 'The runner ended.',
      minutes: 2,
    })
    await wait(job)
    expect((await claim())!.id).toBe(job)
    expect(await run(job)).toBe(true)
    expect(await stored(job)).toMatchObject({ done: true, attempts: 2, last_error: null })
    // The one that was believed dead comes back.
    expect(await run(job)).toBe(false)
    await fail(job)
    expect(await stored(job)).toMatchObject({ done: true, last_error: null })
  })

  it('of one company are taken one after the other', async () => {
    const [first, second] = [
      await add('seal_months', fixture.a, '3 hours'),
      await add('seal_months', fixture.a, '2 hours'),
    ]
    expect((await claim())!.id).toBe(first)
    const others: string[] = []
    for (let job = await claim(); job; job = await claim()) others.push(job.id)
    expect(others).not.toContain(second)
    expect(await run(first)).toBe(true)
    expect((await claim())!.id).toBe(second)
  })

  it('run by pg_cron in one call, with one that fails among them', async () => {
    const bad = await add('unknown', fixture.a)
    const [row] = await fixture.db.sql<{ n: number }>('select private.run_jobs() as n')
    expect(row!.n).toBeGreaterThan(2)
    expect(await stored(bad)).toMatchObject({ done: false, leased: false, attempts: 1 })
    expect((await stored(bad)).last_error).toContain('unknown')
    const open = await fixture.db.sql<{ id: string }>(
      // In the evening there are digests, which a web server sends.
      `select id from private.jobs where done_at is null and kind <> 'digest_mail'`,
    )
    expect(open).toEqual([{ id: bad }])
  })

  it('are for the secret key alone', async () => {
    for (const user of [fixture.role['special access 1'], null]) {
      for (const call of [
        'claim_job()',
        'run_job(gen_random_uuid())',
        `fail_job(gen_random_uuid(), '')`,
      ])
        for (const schema of ['public', 'private'])
          await expect(fixture.db.as(user, `select ${schema}.${call}`)).rejects.toMatchObject({
            code: '42501',
          })
      for (const statement of [
        'select private.run_jobs()',
        'select private.clean_up()',
        'select from private.jobs',
      ])
        await expect(fixture.db.as(user, statement)).rejects.toMatchObject({ code: '42501' })
    }
  })

  it('seal past months, and those again on which somebody posts', async () => {
    const product = await shop.product('10.00')
    const post = (ago: number) =>
      fixture.db.sql(
        `select private.post_stock($1::uuid, 'adjustment', 'stock_counts', gen_random_uuid(), current_date - $3::text::int,
           array[$2::uuid], array[1])`,
        [fixture.a, product, String(ago)],
      )
    await post(100)
    await runAll()
    const sealed = await monthsOf('sealed_months')
    expect(sealed.length).toBeGreaterThanOrEqual(2)
    expect(await monthsOf('opened_months')).toEqual([])
    await post(70)
    expect(await monthsOf('opened_months')).toHaveLength(1)
    await fixture.db.sql('delete from private.jobs')
    await runAll()
    expect(await monthsOf('opened_months')).toEqual([])
    expect(await monthsOf('sealed_months')).toEqual(sealed)
  })

  it.each(SEEDS)(
    `${SEEDED} leave the books right, whenever they run`,
    async (seed) => {
      const next = numbers(seed)
      const random = (below: number) => Math.floor(next() * below)
      const dayOf = async (ago: number) => {
        const [row] = await fixture.db.sql<{ day: string }>(
          'select (current_date - $1::text::int)::text as day',
          [String(ago)],
        )
        return row!.day
      }
      const product = await shop.product('10.00', 500)
      const customer = await shop.customer()
      for (let n = 0; n < 12; n++) {
        const booking = await shop.book(
          customer,
          [[product, 1 + random(5), '12.00']],
          await dayOf(90 + random(30)),
        )
        const { version } = await shop.validate(booking.id, booking.version)
        if (random(3) > 0) await shop.deliver(booking.id, version, null, await dayOf(random(90)))
        if (random(3) === 0) {
          await fixture.db.sql('delete from private.jobs')
          await runAll()
          expect(await brokenInvariants(fixture.db)).toEqual([])
        }
      }
    },
    60_000,
  )
})
