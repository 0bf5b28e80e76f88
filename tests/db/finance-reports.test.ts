import { beforeAll, expect, it } from 'vitest'
import { addDays, today } from '../../app/platform/values/dates.ts'
import { testFixture } from '../support/fixture.ts'
import { FUNCTIONS } from './access.ts'
import { fillTables } from './identities.ts'

const fixture = testFixture()

beforeAll(() => fillTables(fixture), 60_000)

const reports = Object.keys(FUNCTIONS).filter((name) => name.startsWith('report_'))

it.each(reports)('finance reads %s as the general manager does', async (report) => {
  // A report of visits has at most 400 days.
  const from = report === 'report_visits' ? addDays(today('Asia/Manila'), -30) : '2020-01-01'
  const read = (user: string) =>
    fixture.db.as(user, `select to_jsonb(r) as row from public.${report}($1::uuid, $2::jsonb) r`, [
      fixture.a,
      { from, with_total: true },
    ])
  const all = await read(fixture.role['General Manager'])
  expect(all.length).toBeGreaterThan(0)
  expect(await read(fixture.role['finance admin'])).toEqual(all)
})
