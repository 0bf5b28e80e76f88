import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  cellKey,
  columnsOf,
  type ReportRow,
  type ReportView,
} from '../../../app/modules/reports/definition.ts'
import { exact } from '../../../app/modules/reports/parts.ts'
import { REPORTS } from '../../../app/modules/reports/registry.ts'
import { reportRows } from '../../../app/platform/db/figures.ts'
import type { Db } from '../../../app/platform/request/context.ts'
import { DEMO_ID } from '../../../scripts/demo/people.ts'
import { signInAs } from '../../../tools/accounts.ts'
import { DEMO_PASSWORD } from '../../../tools/demo-password.ts'
import { earliest } from '../../support/report-period.ts'
import { openTestBackend, type TestBackend } from '../../support/test-backend.ts'

let backend: TestBackend
let db: Db

beforeAll(async () => {
  backend = (await openTestBackend('postgres', 'demo'))!
  db = await signInAs(backend.backend, {
    email: 'general-manager@demo.test',
    password: DEMO_PASSWORD,
  })
})
afterAll(() => backend?.drop())

const SETTINGS = { ageing_buckets: [30, 60, 90], age_by: 'due' } as never
/** The figures of a row in hundredths; one that a row does not have counts nothing. */
const hundredths = (row: ReportRow, key: string) => Math.round(Number(row[key] ?? 0) * 100)

/** Filters that change which rows or amounts a report has. */
const FILTERS: Record<string, object[]> = {
  report_ar: [{}, { age_by: 'document' }],
  report_invoice: [{}, { others: '1' }],
  report_expenses: [{}, { cancelled: '1' }],
  report_sales: [{}, { basis: 'added', cancelled: '1' }],
  report_sales_customerspecific: [{}, { measure: 'pieces' }],
}

describe.each(REPORTS)('the sums of $title', (report) => {
  const { source, levels } = report
  const ask = async (p_filters: object) =>
    reportRows(await db.rpc(source, { p_project: DEMO_ID, p_filters } as never))

  it.each(levels.map(({ value }) => value))(
    'of %s hold in each row and in the total',
    async (level) => {
      for (const more of FILTERS[source] ?? [{}]) {
        const filters = { from: earliest(source), ...more, level }
        const [whole] = await ask({ ...filters, level: 'total', for: level })
        const heads = Array.isArray(whole!.heads) ? whole!.heads : []
        const permissions = ['costs.read'] as const
        const view = { level, filters, settings: SETTINGS, permissions, heads } as ReportView
        const sums = report.sums?.(view) ?? []
        if (sums.length === 0) continue
        const columns = columnsOf(report, view, whole!)
        const keys = columns.map(cellKey)
        const rows = (await ask({ ...filters, limit: 900 })).map((row) => exact(row, columns))
        const total = exact(whole!, columns)
        let checked = 0
        for (const { total: sum, of, only } of sums) {
          if (!keys.includes(sum)) continue
          for (const row of [
            ...(only === 'total' ? [] : rows),
            ...(only === 'rows' ? [] : [total]),
          ]) {
            // A row without the sum, such as a cost center without a budget, has none.
            if ((row[sum] ?? null) === null) continue
            const parts = of.reduce(
              (all, name) =>
                name.startsWith('-')
                  ? all - hundredths(row, name.slice(1))
                  : all + hundredths(row, name),
              0,
            )
            expect([row.row_key, sum, of, parts]).toEqual([
              row.row_key,
              sum,
              of,
              hundredths(row, sum),
            ])
            if (parts !== 0) checked++
          }
        }
        expect(checked).toBeGreaterThan(0)
      }
    },
  )
})

/** The level of a report whose rows are of one product each, and the keys of its pieces and of what cases come in. */
const GOODS = {
  report_inventory: { level: 'product', pieces: 'ending', cases: 'ending' },
  report_purchase: { level: 'line', pieces: 'quantity', cases: 'quantity' },
  report_sales: { level: 'line', pieces: 'pieces', cases: 'pcs' },
  report_sales_customerspecific: { level: 'product', pieces: 'pieces', cases: 'pcs' },
  report_delivery: { level: 'line', pieces: 'pieces', cases: 'loose' },
} as const
type Goods = keyof typeof GOODS

it.each(Object.keys(GOODS) as Goods[])(
  'quantities of %s are cases of each product, and their sums on every level',
  async (source) => {
    const { level: finest, pieces, cases } = GOODS[source]
    const report = REPORTS.find((one) => one.source === source)!
    const ask = async (p_filters: object) =>
      reportRows(
        await db.rpc(source, {
          p_project: DEMO_ID,
          p_filters: { from: earliest(source), limit: 900, ...p_filters },
        } as never),
      )
    const plain = await ask({ level: finest })
    const known = new Map(
      plain.map((row) => [row.row_key, (Number(row[pieces]) * 1e6) / Number(row.case_config)]),
    )
    const packed = (await ask({ level: finest, units: 'cases' })).map((row) => [
      row.row_key,
      Number(row[cases]),
    ]) as [string, number][]
    expect(packed.length).toBe(plain.length)
    expect(packed.some(([, millionths]) => millionths % 1e6 !== 0)).toBe(true)
    // Sales of a product are rounded line by line.
    for (const [key, millionths] of packed)
      expect([key, Math.abs(millionths - known.get(key)!) < 1000]).toEqual([key, true])
    const sum = packed.reduce((all, [, millionths]) => all + millionths, 0)
    for (const { value: level } of report.levels.filter(({ value }) => !OTHER.includes(value))) {
      const [total] = await ask({ level: 'total', for: level, units: 'cases' })
      const rows = (await ask({ level, units: 'cases' })).filter((row) => row.level !== 'subtotal')
      const added = rows.reduce((all, row) => all + Number(row[cases]), 0)
      for (const found of [Number(total![cases]), added])
        expect([level, Math.abs(found - sum) < 1000]).toEqual([level, true])
    }
    // Nothing else changes.
    const [before] = await ask({ level: 'total', for: finest })
    const [after] = await ask({ level: 'total', for: finest, units: 'cases' })
    for (const key of ['net', 'amount', 'cost_value', 'litres', 'bookings', 'deliveries', 'lines'])
      expect([key, after![key]]).toEqual([key, before![key]])
  },
)

/** Levels of something else than the goods of the period, or without their keys. */
const OTHER = ['never', 'undelivered', 'pivot']
