import { describe, expect, it } from 'vitest'
import type { Permission } from '~/platform/access/permissions'
import { today } from '~/platform/values/dates'
import { cellKey, columnsOf, forReader, type ReportProject } from './definition.ts'
import { describeFilters, isChosen, readFilters, splitFilters } from './filters.ts'
import { headerText } from './groups.ts'
import { loadDefinition } from './loaded.ts'
import { REPORTS } from './registry.ts'

const project: ReportProject = {
  timeZone: 'Asia/Manila',
  settings: {
    allow_back_orders: false,
    age_by: 'document',
    ageing_buckets: [30, 60, 90],
    drr_label: 'DRR',
    stock_cost: 'default',
    vat_percent: 12,
    price_floor_percent: 70,
    voucher_approval_above: null,
    memo_approval_above: null,
    maker_checker: {
      credit_lines: true,
      credit_override: true,
      memos: true,
      payee_accounts: true,
      product_edits: true,
      receipts: true,
      vouchers: true,
      write_offs: true,
    },
  },
}
const ar = REPORTS.find(({ path }) => path === '/reports_ar')!
const read = (query: string) => readFilters(ar, project, new URLSearchParams(query))
const AGENT = '7f1cc9a2-7d3f-4c58-9a53-3c6f0a1f8a11'

describe('readFilters', () => {
  it('fills in the defaults: today in the project’s zone, the project’s ageing', () => {
    expect(read('')).toEqual({
      level: 'customer',
      as_of: today('Asia/Manila'),
      basis: 'invoice',
      age_by: 'document',
      sort: 'name',
    })
  })

  it('takes what is in the address', () => {
    expect(
      read(
        `as_of=1998-04-30&basis=delivery&level=agent&overdue_only=1&min_balance=1,500&sort=balance&agent_id=${AGENT}`,
      ),
    ).toEqual({
      level: 'agent',
      as_of: '1998-04-30',
      basis: 'delivery',
      age_by: 'document',
      overdue_only: '1',
      min_balance: '1500.00',
      sort: 'balance',
      agent_id: AGENT,
    })
  })

  it('counts nonsense as not there', () => {
    expect(
      read(
        'as_of=1998-02-30&basis=x&level=total&agent_id=1%20or%201=1&customer_id=&min_balance=-1&sort=1',
      ),
    ).toEqual(read(''))
    expect(read('min_balance=lots')).toEqual(read('min_balance=0'))
  })
})

describe('filters of some levels', () => {
  const penetration = REPORTS.find(({ path }) => path === '/reports_penetration_report')!
  const sortAt = (query: string) =>
    readFilters(penetration, project, new URLSearchParams(query)).sort

  it('with one name count on the levels that they belong to', () => {
    expect(sortAt('level=agent&sort=gap')).toBe('gap')
    expect(sortAt('level=agent&sort=credit')).toBe('name')
    expect(sortAt('level=not_buying&sort=credit')).toBe('credit')
    expect(sortAt('level=not_buying&sort=gap')).toBe('name')
  })
})

describe('columnsOf', () => {
  it('leaves out what the project has not, such as budgets', () => {
    const expenses = REPORTS.find(({ path }) => path === '/reports_expenses')!
    const view = {
      level: 'cost_center',
      filters: {},
      settings: project.settings,
      permissions: [],
      heads: [],
    }
    const budget = (total: object) =>
      columnsOf(expenses, view, { ...total }).filter(({ key }) => key.startsWith('budget')).length
    expect([
      budget({ budget: null, budget_left: null }),
      budget({ budget: '1.00', budget_left: '0.00' }),
    ]).toEqual([0, 2])
  })
})

describe('forReader', () => {
  const inventory = REPORTS.find(({ path }) => path === '/reports_inventory')!
  const seen = (permissions: Permission[]) => {
    const report = forReader(inventory, permissions)
    const search = 'level=by_supplier&supplier=ACME&cost=average&sort=margin_value'
    const filters = readFilters(report, project, new URLSearchParams(search))
    const view = { level: 'product', filters, settings: project.settings, permissions, heads: [] }
    const flat = readFilters(report, project, new URLSearchParams(`${search}&level=`))
    return {
      filters: { ...filters, sort: flat.sort } as Record<string, string | undefined>,
      columns: columnsOf(report, view, {}).map(({ key }) => key),
      levels: report.levels.map(({ value }) => value),
    }
  }

  it('leaves out columns, filters, orders and groupings that need another permission', () => {
    const warehouse = seen(['reports.inventory'])
    expect(warehouse.columns).toEqual(expect.arrayContaining(['description', 'srp_value']))
    const hidden = /cost|supplier$|margin|book_value/
    expect(warehouse.columns.filter((key) => hidden.test(key))).toEqual([])
    expect(warehouse.levels.filter((key) => hidden.test(key))).toEqual([])
    expect(Object.keys(warehouse.filters).filter((key) => hidden.test(key))).toEqual([])
    expect(warehouse.filters.level).toBe('grouped')
    const sales = seen(['reports.inventory', 'costs.read'])
    expect(sales.columns.filter((key) => hidden.test(key))).toEqual([
      'supplier',
      'cost',
      'cost_value',
      'book_value',
      'margin_value',
    ])
    expect(sales.filters).toMatchObject({ level: 'by_supplier', supplier: 'ACME', cost: 'average' })
  })
})

describe('describeFilters', () => {
  it('says in words what was asked', () => {
    const filters = read(`as_of=1998-04-30&overdue_only=1&min_balance=1500&agent_id=${AGENT}`)
    expect(describeFilters(ar, project, filters, new Map([[AGENT, 'Nancy Davolio']]))).toBe(
      'As of 04/30/1998 · Date basis: invoice date · Age by: document date · Agent: Nancy Davolio · Minimum receivables 1,500.00 · Overdue only',
    )
  })
})

describe('registry', () => {
  it('has no two reports at one address, and every report has rows and columns at each level', () => {
    expect(new Set(REPORTS.map(({ path }) => path)).size).toBe(REPORTS.length)
    const heads = [{ key: 'k', label: 'Of a matrix' }]
    for (const report of REPORTS) {
      const filters = readFilters(report, project, new URLSearchParams())
      // A row's column may be null or absent: the rows of a workbook lack it.
      for (const level of report.levels.filter(({ groups }) => groups))
        expect(headerText(level, { level: 'subtotal', [level.counted]: 1 }, 0)).toMatch(
          /\w · 1 \w+$/,
        )
      for (const { value: level } of report.levels) {
        const view = { level, filters, settings: project.settings, permissions: [], heads }
        const columns = report.columns(view)
        expect(columns.some(({ total }) => total)).toBe(true)
        expect(new Set(columns.map(cellKey)).size).toBe(columns.length)
      }
    }
  })

  it('gives a browser the one definition of an address, whatever the case of its letters', async () => {
    expect(await loadDefinition('/reports_ar')).toEqual(ar)
    expect(await loadDefinition('/REPORTS_AR/print')).toEqual(ar)
    for (const other of ['/reports_nothing', '/home', '/reports_expenses_print'])
      expect(await loadDefinition(other)).toBeUndefined()
  })
})

describe('splitFilters', () => {
  it('keeps the period, or the day of a report without one, at hand, and loses none', () => {
    for (const { filters, path } of REPORTS) {
      const { atHand, more } = splitFilters(filters)
      expect([...atHand, ...more].length, path).toBe(filters.length)
      const days = filters.filter(({ kind }) => kind === 'date').map(({ name }) => name)
      const expected = days.includes('from') ? ['from', 'to'] : days
      expect(atHand.map(({ name }) => name)).toEqual(expect.arrayContaining(expected))
    }
  })
})

describe('isChosen', () => {
  const chosen = (query: string) =>
    ar.filters.filter((filter) => isChosen(filter, project, read(query))).map(({ name }) => name)

  it('is nothing that applies on its own, nor an order', () => {
    expect(chosen('')).toEqual([])
    expect(chosen('basis=invoice&age_by=document&min_balance=0&sort=balance')).toEqual([])
  })

  it('is the one that the address names', () => {
    expect(chosen('basis=delivery&overdue_only=1&min_balance=5')).toEqual([
      'basis',
      'min_balance',
      'overdue_only',
    ])
  })
})
