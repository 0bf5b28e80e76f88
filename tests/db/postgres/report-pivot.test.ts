import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cellKey, columnsOf, forReader } from '../../../app/modules/reports/definition.ts'
import { readFilters } from '../../../app/modules/reports/filters.ts'
import { exact } from '../../../app/modules/reports/parts.ts'
import { REPORTS } from '../../../app/modules/reports/registry.ts'
import { rows } from '../../../app/platform/db/command.server.ts'
import { reportRows } from '../../../app/platform/db/figures.ts'
import type { Db } from '../../../app/platform/request/context.ts'
import { DEMO_ID } from '../../../scripts/demo/people.ts'
import { signInAs } from '../../../tools/accounts.ts'
import { DEMO_PASSWORD } from '../../../tools/demo-password.ts'
import { openTestBackend, type TestBackend } from '../../support/test-backend.ts'

let backend: TestBackend
const readers: Record<string, Db> = {}

beforeAll(async () => {
  backend = (await openTestBackend('postgres', 'demo'))!
  for (const login of ['general-manager', 'special-access-1', 'expenses-and-disbursements'])
    readers[login] = await signInAs(backend.backend, {
      email: `${login}@demo.test`,
      password: DEMO_PASSWORD,
    })
})
afterAll(() => backend?.drop())

type Row = Readonly<Record<string, unknown>>
type Key = string | ((row: Row) => unknown)

const month = ({ on_date }: Row) => String(on_date).slice(0, 7)

/** The single lines of each report, the values of their dimensions by name, and the figures that are summed. */
const CASES: readonly {
  source: string
  second: string
  lines: string
  keys: Record<string, Key>
  sums: Record<string, Key>
}[] = [
  {
    source: 'report_sales',
    second: 'special-access-1',
    lines: 'line',
    keys: {
      ...{ agent: 'agent_id', manager: 'manager_id', customer: 'customer_id', month },
      product: 'product_id',
    },
    sums: { net: 'net', gross: 'gross', discount: 'discount', pieces: 'pieces', margin: 'margin' },
  },
  {
    source: 'report_purchase',
    second: 'special-access-1',
    lines: 'line',
    keys: {
      supplier: ({ supplier }) => String(supplier).toLowerCase(),
      ...{ category1: 'category1', product: 'product_id', month },
    },
    sums: { amount: 'amount', purchases: 'purchases', quantity: 'quantity', litres: 'litres' },
  },
  {
    source: 'report_collection',
    second: 'special-access-1',
    lines: 'receipt',
    keys: {
      ...{ agent: 'agent_id', customer: 'customer_id', month },
      ...{ type: 'collection_type', bank: 'bank' },
    },
    sums: { collected: 'collected', pending: 'pending', receipts: 'receipts' },
  },
  {
    source: 'report_expenses',
    second: 'expenses-and-disbursements',
    lines: 'line',
    keys: {
      ...{ cost_center: 'cost_center_id', category: 'category', classification: 'classification' },
      ...{ payee: 'payee_id', account: 'account_number', month },
    },
    sums: { amount: 'amount', net: 'net', ewt: 'ewt', lines: 'lines' },
  },
]

const valueIn = (row: Row, key: Key) => (typeof key === 'string' ? row[key] : key(row)) ?? null
const keyed = (row: Row, key: Key) => {
  const value = valueIn(row, key)
  return value === null ? '-' : `=${value}`
}
/** Thousandths, which hold amounts, quantities and liters exactly. */
const mills = (value: unknown) => Math.round(Number(value ?? 0) * 1000)

async function ask(db: Db, source: string, p_filters: object): Promise<Row[]> {
  return reportRows(await db.rpc(source as never, { p_project: DEMO_ID, p_filters } as never))
}

/** Reads all rows of a level, page by page. */
async function whole(db: Db, source: string, filters: object): Promise<Row[]> {
  const found: Row[] = []
  for (let after: unknown; ; ) {
    const page = await ask(db, source, { ...filters, limit: 900, after })
    found.push(...page)
    if (page.length < 900) return found
    after = page.at(-1)!.row_key
  }
}

describe.each(CASES)('the pivot of $source', ({ source, second, lines: level, keys, sums }) => {
  it('adds up the lines of the report, of two properties at a time, with the totals of both', async () => {
    for (const login of ['general-manager', second]) {
      const db = readers[login]!
      const period = { from: '2020-01-01', to: '2100-01-01', cancelled: true }
      const lines = await whole(db, source, { ...period, level })
      expect(lines.length).toBeGreaterThan(10)
      const names = Object.keys(keys)
      const measures = Object.keys(sums)
      for (const [at, across] of names.entries()) {
        const down = names[(at + 1) % names.length]!
        const measure = measures[at % measures.length]!
        const expected = new Map<string, number>()
        for (const line of lines) {
          const value = mills(valueIn(line, sums[measure]!))
          const [row, column] = [keyed(line, keys[down]!), keyed(line, keys[across]!)]
          for (const place of [`${row} ${column}`, row, `total ${column}`, 'total'])
            expected.set(place, (expected.get(place) ?? 0) + value)
        }
        const filters = { ...period, level: 'pivot', rows: down, columns: across, measure }
        const found = await whole(db, source, filters)
        const [total] = await ask(db, source, { ...filters, level: 'total', for: 'pivot' })
        const shown = new Map<string, number>()
        for (const row of [...found, total!]) {
          const parts = String(row.row_key).split('\u001f')
          const name = row === total ? 'total' : parts.length > 1 ? `=${parts.at(-1)}` : '-'
          shown.set(name, mills(row.value))
          for (const [key, value] of Object.entries(row.cells as Row))
            shown.set(`${name} ${key}`, mills(value))
        }
        const about = `${source} ${down} ${across} ${measure} ${login}`
        const heads = (total!.heads as Row[]).map(({ key }) => key)
        expect(total!.pivots, about).toBe(found.length)
        if (heads.includes('+')) {
          for (const place of expected.keys()) if (place.includes(' ')) expected.delete(place)
          for (const place of shown.keys()) if (place.includes(' ')) shown.delete(place)
        }
        const some = (of: Map<string, number>) => [...of].filter(([, value]) => value !== 0).sort()
        expect(some(shown), about).toEqual(some(expected))
      }
    }
  })

  it('opens from a cell the lines that it sums', async () => {
    const report = REPORTS.find((each) => each.source === source)!
    const permissions = ['costs.read'] as const
    const project = { timeZone: 'Asia/Manila', settings: { ageing_buckets: [30] } } as never
    const read = (search: string) =>
      readFilters(forReader(report, permissions), project, new URLSearchParams(search))
    const db = readers['general-manager']!
    const names = Object.keys(keys)
    let checked = 0
    for (const [at, across] of names.entries()) {
      const filters = read(
        `level=pivot&from=2020-01-01&to=2100-01-01&rows=${names[(at + 1) % names.length]}&columns=${across}`,
      )
      const found = await ask(db, source, { ...filters, with_total: true })
      const total = found.find((row) => row.level === 'total')!
      const view = {
        ...{ level: 'pivot', filters, permissions, settings: {} as never },
        heads: total.heads as { key: string; label: string }[],
      }
      const columns = columnsOf(report, view, total)
      for (const row of found.filter((each) => each !== total).slice(0, 2))
        for (const column of columns.slice(0, 4)) {
          const shown = exact(row, columns)
          const to = column.link?.(shown, view)
          if (!to) continue
          const opened = read(to.replace(/^[^?]*\?/, ''))
          expect(opened.level).toBe(level)
          const [sum] = await ask(db, source, { ...opened, level: 'total', for: level })
          const value = column.key === 'name' ? shown.value : shown[cellKey(column)]
          expect([to, mills(sum![Object.values(sums)[0] as string])]).toEqual([to, mills(value)])
          checked++
        }
    }
    expect(checked).toBeGreaterThan(10)
  })

  it('has what the screen offers', async () => {
    const { pivot } = REPORTS.find((report) => report.source === source)!
    const db = readers['general-manager']!
    const each = [
      ...pivot!.measures.map(({ value }) => ({ measure: value })),
      ...pivot!.dimensions.flatMap(({ value }) => [{ rows: value }, { columns: value }]),
    ]
    for (const choice of each) {
      const p_filters = { level: 'pivot', ...choice }
      const answer = await db.rpc(source as never, { p_project: DEMO_ID, p_filters } as never)
      expect(Array.isArray(rows(answer)), JSON.stringify(choice)).toBe(true)
    }
  })
})
