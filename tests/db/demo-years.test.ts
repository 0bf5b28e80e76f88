import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { addDays, today } from '../../app/platform/values/dates.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { playMorning, prepareCompanies } from '../../scripts/demo/years/load.ts'
import { loadRows } from '../../scripts/demo/years/rows.ts'
import { inPostgres, withPostgresOf } from '../../scripts/move/sides.ts'
import { openTestBackend, type TestBackend } from '../support/test-backend.ts'

/** The two years of the demo, loaded on a PostgreSQL as `npm run demo` does. */
const postgres = inject('postgres') !== null
const day = today('Asia/Manila')
let stage: TestBackend

const load = (people: ReadonlyMap<string, string>) =>
  withPostgresOf(stage.url!, (side) => inPostgres(side, (within) => loadRows(within, people, day)))

describe.runIf(postgres)('the years of the demo', () => {
  beforeAll(async () => {
    stage = (await openTestBackend('postgres'))!
    const people = await prepareCompanies(stage.backend)
    await load(people)
    // A second call finds the bookings and leaves them.
    await load(people)
    await playMorning(stage.backend, people, day)
  }, 300_000)
  afterAll(() => stage?.drop())

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
