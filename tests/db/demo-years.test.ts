import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { rows } from '../../app/platform/db/command.server.ts'
import { addDays, today } from '../../app/platform/values/dates.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { playMorning, prepareCompanies } from '../../scripts/demo/years/load.ts'
import { loadRows } from '../../scripts/demo/years/rows.ts'
import { inPostgres, withPostgresOf } from '../../scripts/move/sides.ts'
import { signInAs } from '../../tools/accounts.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { openTestBackend, type TestBackend } from '../support/test-backend.ts'

/** The two years of the demo, loaded on a PostgreSQL as `npm run demo` does. */
const postgres = inject('postgres') !== null
const day = today('Asia/Manila')
let stage: TestBackend

const load = (people: ReadonlyMap<string, string>) =>
  withPostgresOf(stage.url!, (side) => inPostgres(side, (within) => loadRows(within, people, day)))

describe.runIf(postgres)('the years of the demo', () => {
  let people: ReadonlyMap<string, string>
  beforeAll(async () => {
    stage = (await openTestBackend('postgres'))!
    people = await prepareCompanies(stage.backend)
    await load(people)
    // A second call finds the bookings and leaves them.
    await load(people)
    await playMorning(stage.backend, people, day)
  }, 300_000)
  afterAll(() => stage?.drop())

  it('have a morning for the app of the field', async () => {
    const as = (login: string) =>
      signInAs(stage.backend, { email: `${login}@demo.test`, password: DEMO_PASSWORD })
    const agent = await as('agent')
    const stops = rows(await agent.from('routes').select('weekday').is('until_date', null))
    expect(new Set(stops.map(({ weekday }) => weekday)).size).toBe(7)
    const next = (db: typeof agent) => db.rpc('next_cr_no', { p_project: DEMO_ID })
    expect((await next(agent)).data).toBe('CR-70001')

    const collector = await as('collector')
    expect((await next(collector)).data).toBe('CR-70051')
    const owed = rows(
      await collector.from('bookings').select('id').gt('balance', 0).lt('date_due', day).limit(5),
    )
    expect(owed).toHaveLength(5)

    // Both are within what the manager may approve: one is over a credit limit, one below a price floor.
    const manager = await as('manager')
    const waiting = rows(await manager.rpc('field_approvals', { p_project: DEMO_ID }))
    const own = waiting.filter(({ remarks }) => /branch|across/.test(remarks ?? ''))
    expect(own.map(({ below }) => (below as object[]).length).sort()).toEqual([0, 1])
    for (const { id, version } of own) {
      const { error } = await manager.rpc('validate_booking', {
        ...{ p_project: DEMO_ID, p_idempotency_key: randomUUID(), p_booking: id },
        ...{ p_version: version, p_override_reason: 'Pays on Friday' },
      })
      expect(error).toBeNull()
    }
  })

  it('end with yesterday, keep every check of the books, and seal their months', async () => {
    await stage.inspect(async (sql) => {
      const faults = await sql(
        'select * from private.book_check_violations(array(select id from public.projects))',
      )
      expect(faults).toEqual([])
      const [days] = await sql<{ last: string; entered: number; later: number }>(
        `select max(date_added) filter (where date_added < $2::text::date)::text as last,
           count(*) filter (where (created_at at time zone 'Asia/Manila')::date = date_added)::int as entered,
           count(*) filter (where (created_at at time zone 'Asia/Manila')::date <> date_added)::int as later
         from public.bookings where project_id = $1`,
        [DEMO_ID, day],
      )
      expect(days).toMatchObject({ last: addDays(day, -1), later: 0 })
      expect(days!.entered).toBeGreaterThan(5_000)
      const [sealed] = await sql<{ months: number; wrong: number }>(
        `select count(*)::int as months,
           (select count(*)::int from private.months_to_seal($1)) as wrong
         from private.sealed_months where project_id = $1`,
        [DEMO_ID],
      )
      expect(sealed!.months).toBeGreaterThan(20)
      expect(sealed!.wrong).toBe(0)
    })
  })
})
