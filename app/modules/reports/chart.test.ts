import { describe, expect, it } from 'vitest'
import { chartOf, chartQuery } from './chart.ts'
import type { Filters } from './definition.ts'
import { REPORTS } from './registry.ts'

const named = (name: string) => REPORTS.find(({ path }) => path === `/reports_${name}`)!
type Some = readonly ('costs.read' | 'portal.gm')[]
const view = (level: string, filters: Filters, permissions: Some = []) => ({
  ...{ level, filters: { level, ...filters }, settings: {} as never, permissions, heads: [] },
})
const asked = (name: string, filters: Filters, level = 'agent') =>
  chartQuery(named(name), view(level, filters))
const drawn = (name: string, filters: Filters, rows: object[], today = '2026-11-29') =>
  chartOf(
    named(name),
    { view: view('agent', filters), columns: [], total: {}, today },
    asked(name, filters),
    rows as never,
  )

describe('what a chart asks for', () => {
  it('is days of a short period with those before it, as the report compares them', () => {
    const days = (from: string, to: string, against = 'previous') => {
      const query = asked('sales', { from, to, against, sort: 'net', category1: 'Soda' })
      return query && [...query.filters, query.series!.earlier.at(-1) ?? null]
    }
    const same = { category1: 'Soda', level: 'day', against: 'none' }
    expect(days('2026-11-01', '2026-11-21')).toEqual([
      { ...same, from: '2026-10-01', to: '2026-11-21' },
      '2026-10-21',
    ])
    // March has more days than February.
    expect(days('2026-03-01', '2026-03-31')).toEqual([
      { ...same, from: '2026-02-01', to: '2026-03-31' },
      '2026-02-28',
    ])
    expect(days('2026-11-15', '2026-11-21')![1]).toBe('2026-11-14')
    expect(days('2026-11-01', '2026-11-21', 'year')).toEqual([
      { ...same, from: '2026-11-01', to: '2026-11-21' },
      { ...same, from: '2025-11-01', to: '2025-11-21' },
      '2025-11-21',
    ])
    expect(days('2026-11-01', '2026-11-21', 'none')).toEqual([
      { ...same, from: '2026-11-01', to: '2026-11-21' },
      null,
    ])
  })

  it('is months of a long period, and nothing of a day or of a level with other figures', () => {
    const query = asked('sales', { from: '2026-01-01', to: '2026-11-21', against: 'year' })!
    expect(query.filters).toMatchObject([{ from: '2025-01-01', to: '2026-11-21', level: 'month' }])
    expect(query.series!.places).toHaveLength(11)
    const bought = asked('purchase', { from: '2026-01-01', to: '2026-11-21' })!
    expect([bought.filters[0]!.from, bought.series!.earlier]).toEqual(['2026-01-01', []])
    expect(asked('sales', { from: '2026-11-21', to: '2026-11-21' })).toBeNull()
    expect(asked('sales', { from: '2026-11-01', to: '2026-11-21' }, 'pivot')).toBeNull()
    expect(asked('collection', { from: '2026-11-01', to: '2026-11-21' }, 'numbers')).toBeNull()
    expect(asked('invoice', { from: '2026-11-01', to: '2026-11-21' })).toBeNull()
  })
})

describe('the target of a chart', () => {
  const period = { from: '2026-10-31', to: '2026-11-02' }
  const targets = [
    { month: '2026-10', sales: '310.00', collections: null },
    { month: '2026-11', sales: '100.00', collections: null },
  ]
  const query = (filters: Filters, name = 'sales', permissions: Some = ['portal.gm']) =>
    chartQuery(named(name), view('agent', { ...period, ...filters }, permissions))!

  it('is asked for where nothing but an agent narrows the figures, and targets may be read', () => {
    expect(query({}).targets).toEqual({ from: '2026-10', to: '2026-11' })
    expect(query({ agent_id: 'a', category1: '' }).targets).toMatchObject({ agent_id: 'a' })
    expect(query({}, 'collection').targets).not.toBeNull()
    expect(query({ category1: 'Soda' }).targets).toBeNull()
    expect(query({ customer_id: 'c' }).targets).toBeNull()
    expect(query({}, 'purchase').targets).toBeNull()
    expect(query({}, 'sales', []).targets).toBeNull()
  })

  it('is shared out over the days of its month', () => {
    const lines = (name: string) =>
      chartOf(
        named(name),
        { view: view('agent', period), columns: [], total: {}, today: '2026-11-29' },
        query({}, name),
        [{ place: '2026-11-01', amount: '5.00' }],
        targets,
      )
    expect(lines('sales')).toMatchObject({ target: ['10.00', '3.33', '3.33'] })
    expect(lines('collection')).toMatchObject({ target: [null, null, null] })
  })
})

describe('what a chart shows', () => {
  const period = { from: '2026-11-25', to: '2026-11-30', against: 'previous' }

  it('is each day of the period, 0 where nothing was sold, and none of the days to come', () => {
    expect(
      drawn('sales', period, [
        { place: '2026-11-19', amount: '2.00' },
        { place: '2026-11-26', amount: '5.50' },
      ]),
    ).toMatchObject({
      title: 'Net sales by day',
      now: ['0.00', '5.50', '0.00', '0.00', '0.00', null],
      before: ['2.00', '0.00', '0.00', '0.00', '0.00', '0.00'],
    })
  })

  it('has no line of a period without a sale', () => {
    expect(drawn('sales', period, [{ place: '2026-11-25', amount: '1.00' }])).toMatchObject({
      before: [],
    })
    expect(drawn('sales', period, [{ place: '2026-11-19', amount: '1.00' }])).toBeNull()
  })

  it('is of stock its value by category, at cost for those who may read costs alone', () => {
    const rows = [
      { category1: 'Soda', srp_value: '40.00', cost_value: '20.00' },
      { category1: null, srp_value: '10.00', cost_value: '8.00' },
    ]
    const report = named('inventory')
    const chart = (permissions: readonly 'costs.read'[]) => {
      const of = view('grouped', period, permissions)
      const query = chartQuery(report, of)
      return chartOf(report, { view: of, columns: [], total: {}, today: '' }, query, rows)
    }
    expect(chart([])).toEqual({
      kind: 'bars',
      title: 'Value at SRP by category 1',
      bars: [
        { label: 'Soda', length: 100, text: '40.00' },
        { label: 'No category', length: 25, text: '10.00' },
      ],
    })
    expect(chart(['costs.read'])).toMatchObject({ bars: [{ text: '20.00' }, { length: 40 }] })
  })

  it('is of receivables their ages, and of penetration its share by product, out of the total', () => {
    const ages = [30, 60, 90]
    const ar = named('ar')
    const of = { ...view('customer', {}), settings: { ageing_buckets: ages } as never }
    const columns = ar.columns(of)
    const buckets = columns.filter((column) => column.of === 'ageing')
    const total = Object.fromEntries(buckets.map(({ key }) => [`ageing.${key}`, '3.00']))
    expect(
      chartOf(ar, { view: of, columns, total, today: '' }, chartQuery(ar, of), []),
    ).toMatchObject({
      kind: 'ageing',
      buckets: buckets.map(({ header }) => ({ label: header, amount: '3.00' })),
    })
    const reach = named('penetration_report')
    const heads = ['Soda', 'Water'].map((key) => ({ key, label: key }))
    const wide = { ...view('agent', {}), heads }
    const found = { 'cells.Soda': 80, 'cells.Water': 20 }
    expect(
      chartOf(
        reach,
        { view: wide, columns: reach.columns(wide), total: found, today: '' },
        chartQuery(reach, wide),
        [],
      ),
    ).toMatchObject({ bars: [{ label: 'Soda', text: '80%', length: 80 }, { length: 20 }] })
  })
})
