import { describe, expect, it } from 'vitest'
import { cellKey, columnsOf, forReader, type ReportRow } from './definition.ts'
import { readFilters, splitFilters } from './filters.ts'
import { REPORTS } from './registry.ts'

const project = { timeZone: 'Asia/Manila', settings: { ageing_buckets: [30], vat_percent: 12 } }
const named = (name: string) => REPORTS.find(({ path }) => path === `/reports_${name}`)!

/** The columns of a pivot as an address asks for it, with the keys of the heads and their labels. */
function pivotOf(name: string, search: string, heads: Record<string, string> = {}) {
  const report = forReader(named(name), [])
  const filters = readFilters(
    report,
    project as never,
    new URLSearchParams(`level=pivot&from=2026-10-15&to=2026-11-20&${search}`),
  )
  const view = {
    ...{ level: filters.level!, filters, settings: project.settings as never, permissions: [] },
    heads: Object.entries(heads).map(([key, label]) => ({ key, label })),
  }
  return { filters, view, columns: columnsOf(report, view, {}) }
}

const MONTHS = { '=2026-10': '10/2026', '=2026-11': '11/2026' }
/** A row as SQL answers it: its key ends with what it is about. */
const row = (key: string, cells: Record<string, string>): ReportRow => ({
  ...{ level: 'pivot', row_key: key, name: 'Carl', value: '3.00' },
  ...Object.fromEntries(Object.entries(cells).map(([name, value]) => [`cells.${name}`, value])),
})

describe('the pivot of a report', () => {
  it('has a column for the name, for each head, and for the total of a row', () => {
    const { columns } = pivotOf('sales', 'rows=manager&measure=gross', MONTHS)
    expect(columns.map((column) => [column.header, column.type, cellKey(column)])).toEqual([
      ['Manager', 'text', 'name'],
      ['10/2026', 'money', 'cells.=2026-10'],
      ['11/2026', 'money', 'cells.=2026-11'],
      ['Gross total', 'money', 'value'],
    ])
    expect(columns.slice(1).every(({ total }) => total)).toBe(true)
  })

  it('offers costs to those who may read them alone', () => {
    expect(pivotOf('sales', 'measure=margin').filters.measure).toBe('net')
    const measures = (permissions: Parameters<typeof forReader>[1]) =>
      forReader(named('sales'), permissions)
        .filters.flatMap((one) =>
          one.name === 'measure' && one.kind === 'choice' ? one.options(project as never) : [],
        )
        .map(({ value }) => value)
    expect(measures([])).not.toContain('cost')
    expect(measures(['costs.read'])).toContain('cost')
  })

  it('opens the lines of a cell, within the days of the report', () => {
    const { columns } = pivotOf('sales', 'rows=agent&columns=month', MONTHS)
    const carl = row('0carl\u001fc1', { '=2026-10': '3.00', '=2026-11': '0.00' })
    const [name, october, november] = columns
    const at = (column = name) => new URLSearchParams(column!.link!(carl, {} as never)!)
    expect(Object.fromEntries(at(october))).toEqual({
      ...{
        level: 'line',
        basis: 'delivery',
        against: 'previous',
        items: 'category1',
        units: 'mixed',
      },
      ...{ from: '2026-10-15', to: '2026-10-31', agent_id: 'c1' },
    })
    expect(at().get('to')).toBe('2026-11-20')
    expect(november!.link!(carl, {} as never)).toBeNull()
  })

  it('has no link where no filter can select the lines', () => {
    const heads = { '=A': 'A', '-': 'No category', '+': 'Others (2)' }
    const { columns } = pivotOf('sales', 'rows=manager&columns=category1', heads)
    const cells = { '=A': '1.00', '-': '1.00', '+': '1.00' }
    const links = (key: string) =>
      columns.slice(1, 4).map((column) => {
        const to = column.link!(row(key, cells), {} as never)
        return to && new URLSearchParams(to).get('category1')
      })
    expect(links('0berta\u001fb1')).toEqual(['A', '(none)', null])
    expect(links('1')).toEqual([null, null, null])
    const { columns: byBank } = pivotOf('collection', 'rows=agent&columns=bank', { '=BDO': 'BDO' })
    expect(byBank[1]!.link!(row('0a\u001fa1', { '=BDO': '1.00' }), {} as never)).toBeNull()
  })

  it('opens the lines of the sales report from the report by customer', () => {
    const { columns } = pivotOf('sales_customerspecific', '', MONTHS)
    expect(columns[0]!.link!(row('0carl\u001fc1', {}), {} as never)).toMatch(
      /^\/reports_sales\?.*level=line.*customer_id=c1/,
    )
  })

  it('has the budget beside cost centers', () => {
    const keys = (search: string) =>
      columnsOf(named('expenses'), pivotOf('expenses', search).view, { budget: '1.00' }).map(
        ({ key }) => key,
      )
    expect(keys('')).toContain('budget')
    expect(keys('rows=payee')).not.toContain('budget')
  })

  it('keeps its choices beside the level, and out of the addresses of other levels', () => {
    const { filters } = pivotOf('expenses', 'level=line&rows=payee&sort=value')
    expect(
      readFilters(
        named('expenses'),
        project as never,
        new URLSearchParams('level=line&sort=value'),
      ),
    ).not.toHaveProperty('sort')
    expect(filters).toMatchObject({ rows: 'payee', sort: 'value' })
    const { atHand } = splitFilters(named('expenses').filters)
    expect(atHand.map(({ name }) => name).slice(0, 3)).toEqual(['rows', 'columns', 'measure'])
  })
})
