import { beforeAll, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { earliest } from '../support/report-period.ts'
import { FUNCTIONS } from './access.ts'
import { fillTables } from './identities.ts'

const fixture = testFixture()

beforeAll(() => fillTables(fixture), 60_000)

const reports = Object.keys(FUNCTIONS).filter((name) => name.startsWith('report_'))

it.each(reports)('finance reads %s as the general manager does', async (report) => {
  const read = (user: string) =>
    fixture.db.as(user, `select to_jsonb(r) as row from public.${report}($1::uuid, $2::jsonb) r`, [
      fixture.a,
      { from: earliest(report), with_total: true },
    ])
  const all = await read(fixture.role['General Manager'])
  expect(all.length).toBeGreaterThan(0)
  expect(await read(fixture.role['finance admin'])).toEqual(all)
})
