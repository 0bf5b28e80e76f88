import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REPORTS } from '../../../app/modules/reports/registry.ts'
import { rows } from '../../../app/platform/db/command.server.ts'
import type { Db } from '../../../app/platform/request/context.ts'
import { DEMO_ID } from '../../../scripts/demo/people.ts'
import { signInAs } from '../../../tools/accounts.ts'
import { DEMO_PASSWORD } from '../../../tools/demo-password.ts'
import { earliest } from '../../support/report-period.ts'
import { openTestBackend, type TestBackend } from '../../support/test-backend.ts'

let backend: TestBackend
const readers: Record<string, Db> = {}

beforeAll(async () => {
  backend = (await openTestBackend('postgres', 'demo'))!
  for (const login of ['general-manager', 'special-access-1', ...Object.values(SECOND)])
    readers[login] = await signInAs(backend.backend, {
      email: `${login}@demo.test`,
      password: DEMO_PASSWORD,
    })
})
afterAll(() => backend?.drop())

/** Reports that return the total with their rows, and the levels of each. */
const WITH_TOTAL = REPORTS.filter(({ hasTotal }) => hasTotal)

/** Names who reads, beside the general manager, reports that 'special-access-1' may not open. */
const SECOND: Record<string, string> = {
  'journal.read': 'finance-admin',
  'reports.expenses': 'expenses-and-disbursements',
}

describe.each(WITH_TOTAL)('$title', ({ source, levels, hasTotal, permission }) => {
  const second = SECOND[permission] ?? 'special-access-1'
  const ask = async (db: Db, p_filters: object) =>
    rows(await db.rpc(source, { p_project: DEMO_ID, p_filters } as never)) as Record<
      string,
      unknown
    >[]

  it.each(levels.map(({ value }) => value).filter((level) => hasTotal!(level)))(
    'returns the rows of %s as without the total, and the total as alone, on every page',
    async (level) => {
      for (const login of ['general-manager', second]) {
        const db = readers[login]!
        const filters = { from: earliest(source), level }
        const all = await ask(db, filters)
        const [total] = await ask(db, { ...filters, level: 'total', for: level })
        expect(all.length).toBeGreaterThan(0)
        expect(all.some((row) => row.level === 'total')).toBe(false)
        const middle = all[Math.floor(all.length / 2)]!.row_key
        for (const page of [
          {},
          { limit: 2 },
          { limit: 2, after: middle },
          { limit: 3, before: middle },
          { limit: 2, after: '￿' },
        ]) {
          const both = await ask(db, { ...filters, ...page, with_total: true })
          expect(both.filter((row) => row.level === 'total')).toEqual([total])
          expect(both.filter((row) => row.level !== 'total')).toEqual(
            await ask(db, { ...filters, ...page }),
          )
        }
      }
    },
  )
})

/** Narrow reports have their figures in one column; what is read of any of them has the same shape. */
describe.each(REPORTS)('the rows of $title', ({ source, levels }) => {
  it.each([...levels.map(({ value }) => value), 'total'])(
    'of %s have the same columns and figures',
    async (level) => {
      const found = rows(
        await readers['general-manager']!.rpc(source, {
          p_project: DEMO_ID,
          p_filters: { from: earliest(source), level, limit: 900 },
        } as never),
      ) as Record<string, unknown>[]
      const shapes = new Set(found.map(({ figures }) => Object.keys(figures ?? {}).join(' ')))
      expect(shapes.size).toBeLessThanOrEqual(1)
      for (const row of found.slice(0, 1))
        if ('figures' in row) expect(Object.keys(row).length).toBeLessThanOrEqual(15)
    },
  )
})

it('is declared by the reports that compute rows and total from the same lines', () => {
  expect(WITH_TOTAL.map(({ source }) => source).sort()).toEqual([
    'report_ar',
    'report_collection',
    'report_customer_masterlist',
    'report_expenses',
    'report_inventory',
    'report_journal',
    'report_penetration_report',
    'report_purchase',
    'report_sales',
    'report_sales_customerspecific',
    'report_trial_balance',
    'report_vat',
    'report_visits',
  ])
})
