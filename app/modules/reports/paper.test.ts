import { expect, it } from 'vitest'
import type { ReportColumn, ReportRow } from './definition'
import { acrossPaper, type PaperTable, withRemarks } from './paper'

const keys = ({ columns }: PaperTable) => columns.map(({ key }) => key)

const product: ReportColumn = { key: 'product', header: 'Product', type: 'text' }
const so: ReportColumn = { key: 'so', header: 'SO no.', type: 'text', link: () => '/' }
const net: ReportColumn = { key: 'net', header: 'Net', type: 'money' }
const credited: ReportColumn = { key: 'credited', header: 'Credited', type: 'money', sparse: true }
const shown: ReportColumn = { key: 'days', header: 'Days', type: 'count', figureOnly: true }
const marked: ReportColumn = { ...net, mark: ({ net }) => (net === '0.00' ? 'Missing' : null) }

/** Returns so many columns of months, and a row with an amount in each. */
function year(count: number): [ReportColumn[], ReportRow] {
  const months = Array.from(
    { length: count },
    (_, at): ReportColumn => ({
      key: `m${at}`,
      header: `Month ${at}`,
      type: 'money',
      of: 'months',
    }),
  )
  const amounts = months.map(({ key }) => [`months.${key}`, '12345.67'])
  return [months, { product: 'Soap', so: 'SO-000001', net: '1.00', ...Object.fromEntries(amounts) }]
}

it('gives each fact a column, and leaves out columns that are empty in every row', () => {
  const [months, row] = year(2)
  const [table, ...others] = acrossPaper([product, so, net, credited, shown, ...months], [row], {})
  expect(keys(table!)).toEqual(['product', 'so', 'net', 'm0', 'm1'])
  expect(others).toEqual([])
  const returned = { ...row, credited: '5.00' }
  expect(keys(acrossPaper([product, credited], [row, returned], {})[0]!)).toContain('credited')
})

it('makes letters smaller, then goes on in further tables that say which row it is', () => {
  const zooms = [12, 14, 16].map((count) => {
    const [months, row] = year(count)
    const tables = acrossPaper([product, so, net, ...months], [row], {})
    expect(tables).toHaveLength(1)
    return tables[0]!.zoom
  })
  expect(zooms).toEqual([0.85, 0.75, 0.67])
  const [months, row] = year(30)
  const long = acrossPaper([product, so, net, ...months], [row], {})
  expect(long.length).toBeGreaterThan(1)
  for (const table of long) expect(keys(table).slice(0, 2)).toEqual(['product', 'so'])
  const rest = long.flatMap((table) => keys(table).slice(2))
  expect(rest).toEqual(['net', ...months.map(({ key }) => key)])
})

it('puts the words that mark rows into a column of their own', () => {
  const [, row] = year(0)
  const rows = withRemarks([row, { ...row, net: '0.00' }], [product, marked])
  expect(rows.map(({ remarks }) => remarks)).toEqual([null, 'Missing'])
  expect(keys(acrossPaper([product, marked], rows, {})[0]!)).toEqual(['product', 'net', 'remarks'])
})
