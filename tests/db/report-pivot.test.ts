import { beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { pagesByKey, reportReader, type SqlReportRow } from '../support/reports.ts'
import {
  centsText,
  chosenOf,
  group,
  net,
  type SalesFilters,
  type SoldLine,
  salesHistory,
  sold,
  sumOfLines,
  within,
} from '../support/sales.ts'
import { trade } from '../support/trade.ts'
import { warehouse } from '../support/warehouse.ts'

const fixture = testFixture()
const shop = trade(fixture)
const history = salesHistory(fixture, shop, warehouse(fixture, shop))
let all: SoldLine[]

const sales = reportReader(fixture, 'report_sales')
const byCustomer = reportReader(fixture, 'report_sales_customerspecific')

beforeAll(async () => {
  await history.make()
  await history.sealMonths()
  all = await history.lines()
}, 120_000)

/** The value of a line in each dimension, by name. */
const DIMENSIONS: Record<string, (line: SoldLine) => string | null> = {
  agent: ({ agent_id }) => agent_id,
  manager: ({ manager_id }) => manager_id,
  customer: ({ customer_id }) => customer_id,
  product: ({ product_id }) => product_id,
  category1: ({ category1 }) => category1,
  category2: ({ category2 }) => category2,
  category3: ({ category3 }) => category3,
  month: (line) => (line.date_added ?? line.date_delivered)!.slice(0, 7),
}
const MEASURES: Record<string, (lines: readonly SoldLine[]) => string> = {
  net: (lines) => centsText(net(lines)),
  gross: (lines) =>
    centsText(sumOfLines(lines, (line) => (line.quantity - line.released) * line.price)),
  returns: (lines) => centsText(sumOfLines(lines, (line) => line.returned * line.price)),
  pieces: (lines) => String(sumOfLines(lines, sold)),
  litres: (lines) => (sumOfLines(lines, (line) => line.millilitres) / 1000).toFixed(3),
}
const keyed = (of: string) => (line: SoldLine) => {
  const value = DIMENSIONS[of]!(line)
  return value === null ? '-' : `=${value}`
}

/** The pivot of some lines: the cells of each row, those of the total, and the totals of both. */
function expectedOf(lines: readonly SoldLine[], rows: string, columns: string, measure: string) {
  const of = MEASURES[measure]!
  const cells = (some: readonly SoldLine[]) =>
    Object.fromEntries([...group(some, keyed(columns))].map(([key, each]) => [key, of(each)]))
  return new Map([
    ...[...group(lines, keyed(rows))].map(([key, each]): [string, object] => [
      key,
      { value: of(each), cells: cells(each) },
    ]),
    ['total', { value: of(lines), cells: cells(lines) }],
  ])
}

/** The key of a row, with which its row key ends. */
const keyOf = ({ level, row_key }: SqlReportRow) => {
  const parts = row_key.split('\u001f')
  if (level === 'total') return level
  return parts.length > 1 ? `=${parts.at(-1)}` : '-'
}
const shownOf = (found: readonly SqlReportRow[]) =>
  new Map(
    found.map((row) => [
      keyOf(row),
      { value: row.value, cells: JSON.parse(row.cells!) as Record<string, string> },
    ]),
  )

const half = { from: '2025-01-01', to: '2025-06-30' }
const pivot = { ...half, level: 'pivot', with_total: true }

describe('the pivot of sales', () => {
  it('says of each pair of dimensions what the lines of the tables come to', async () => {
    const names = Object.keys(DIMENSIONS)
    const measures = Object.keys(MEASURES)
    for (const [at, rows] of names.entries())
      for (const columns of names.slice(at + 1)) {
        const measure = measures[(at + names.indexOf(columns)) % measures.length]!
        for (const filters of [
          {},
          { basis: 'added' },
          { agent_id: history.agents[2]!, category1: 'Snacks' },
        ] as SalesFilters[]) {
          const lines = within(chosenOf(all, filters), filters.basis, half.from, half.to)
          const asked = { ...pivot, ...filters, rows, columns, measure }
          const about = JSON.stringify(asked)
          const expected = expectedOf(lines, rows, columns, measure)
          expect(shownOf(await sales(asked)), about).toEqual(expected)
          // The other way round it is the same, and so it is in the report by customer.
          const turned = { ...asked, rows: columns, columns: rows }
          const other = filters.basis ? sales : byCustomer
          expect(shownOf(await other(turned)), about).toEqual(
            expectedOf(lines, columns, rows, measure),
          )
        }
      }
  })

  it('names its columns, in order, and counts its rows', async () => {
    const [total] = await sales({ ...pivot, rows: 'agent', columns: 'category2' })
    expect(JSON.parse(total!.heads!)).toEqual([
      { key: '=Soda', label: 'Soda' },
      { key: '=Water', label: 'Water' },
      { key: '-', label: 'No category' },
    ])
    expect(total!.pivots).toBe('3')
    const [same] = await sales({ ...half, level: 'total', for: 'pivot', columns: 'category2' })
    expect(same).toEqual(total)
    // Rows and columns alike make a list of the rows.
    const [alone] = await sales({ ...pivot, rows: 'agent', columns: 'agent' })
    expect([alone!.heads, alone!.cells, alone!.value]).toEqual(['[]', '{}', total!.value])
  })

  it('sums the columns beyond 40 as one, in each row and in the total', async () => {
    const [{ id } = { id: '' }] = await fixture.db.sql<{ id: string }>(
      `select id from public.customers where project_id = $1::uuid limit 1`,
      [fixture.a],
    )
    const more: string[] = []
    for (let n = 0; n < 42; n++) more.push((await shop.product('1.00', 100))!)
    const { id: booking, version } = await shop.book(
      id,
      more.map((product): [string, number, string] => [product, 1, '1.00']),
      '2025-07-01',
    )
    const validated = await shop.validate(booking, version)
    await shop.deliver(booking, validated.version, null, '2025-07-03')
    const july = { ...pivot, from: '2025-07-01', to: '2025-07-31', columns: 'product' }
    const found = await sales(july)
    const heads: { key: string; label: string }[] = JSON.parse(found[0]!.heads!)
    expect(heads).toHaveLength(41)
    expect(heads.at(-1)).toEqual({ key: '+', label: 'Others (2)' })
    for (const row of found) expect(JSON.parse(row.cells!)['+']).toBe('2.00')
    expect(found[0]!.value).toBe('42.00')
  })

  it('pages by key, also from the highest total on', async () => {
    const asked = { ...half, rows: 'customer', columns: 'product' }
    await pagesByKey(sales, ['pivot'], asked)
    await pagesByKey(sales, ['pivot'], { ...asked, sort: 'value' })
    const values = (await sales({ ...asked, level: 'pivot', sort: 'value' })).map(({ value }) =>
      Number(value),
    )
    expect(values).toEqual(values.toSorted((a, b) => b - a))
  })

  it('says costs and margins to those who may read them, and refuses all others', async () => {
    const finance = fixture.role['finance admin']
    const margin = { ...pivot, rows: 'product', columns: 'month', measure: 'margin_percent' }
    const [total] = await sales({ ...half, level: 'total' }, finance)
    const [own] = await sales(margin, finance)
    expect(own!.value).toBe(total!.margin_percent)
    const months = await sales({ ...half, level: 'month' }, finance)
    const cells: Record<string, string> = JSON.parse(own!.cells!)
    for (const row of months) expect(cells[`=${row.month}`]).toBe(row.margin_percent)
    for (const measure of ['cost', 'margin', 'margin_percent'])
      for (const report of [sales, byCustomer])
        await expect(report({ ...margin, measure }, fixture.role.ASE)).rejects.toMatchObject({
          code: '42501',
        })
  })

  it('has only the bookings that its reader may read', async () => {
    await fixture.db.sql(
      `insert into private.role_permissions (role, permission, scope) values ('Agent', 'reports.sales', 'own')`,
    )
    const lines = within(chosenOf(all), 'delivery', half.from, half.to)
    for (const [rows, columns] of [
      ['customer', 'category1'],
      ['agent', 'month'],
      ['category1', 'category2'],
      ['product', 'month'],
    ] as const) {
      const own = lines.filter(({ agent_id }) => agent_id === fixture.role.Agent)
      expect(own.length).toBeGreaterThan(0)
      const found = await sales({ ...pivot, rows, columns }, fixture.role.Agent)
      expect(shownOf(found)).toEqual(expectedOf(own, rows, columns, 'net'))
    }
    await fixture.db.sql(
      `delete from private.role_permissions where role = 'Agent' and permission = 'reports.sales'`,
    )
    await expect(sales(pivot, fixture.role.Agent)).rejects.toMatchObject({ code: '42501' })
  })
})

describe.each([
  'report_sales',
  'report_sales_customerspecific',
  'report_collection',
  'report_purchase',
  'report_expenses',
])('the pivot of %s', (name) => {
  const report = reportReader(fixture, name)

  it('refuses what it does not know, naming the field, and who may not open the report', async () => {
    for (const field of ['rows', 'columns', 'measure'])
      for (const level of [{ level: 'pivot' }, { level: 'total', for: 'pivot' }])
        await expect(report({ ...half, ...level, [field]: 'x' })).rejects.toMatchObject({
          code: '22023',
          detail: field,
        })
    await expect(report({ level: 'pivot', sort: 'x' })).rejects.toMatchObject({ code: '22023' })
    await expect(report({ level: 'pivot' }, fixture.role.warehouse)).rejects.toMatchObject({
      code: '42501',
    })
  })

  it('is there of a past moment too, and of a period without a line', async () => {
    const [nothing, ...rows] = await report({
      ...{ level: 'pivot', with_total: true, known_at: '2020-01-01T00:00' },
      ...{ from: '2019-01-01', to: '2019-12-31' },
    })
    expect(rows).toEqual([])
    expect(nothing).toMatchObject({ value: '0.00', heads: '[]', cells: '{}', pivots: '0' })
  })
})
