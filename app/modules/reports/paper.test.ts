import { expect, it } from 'vitest'
import type { ReportColumn, ReportRow } from './definition'
import { acrossPaper, withRemarks } from './paper'

const product: ReportColumn = { key: 'product', header: 'Product', type: 'text' }
const so: ReportColumn = { key: 'so', header: 'SO no.', type: 'text', link: () => '/' }
const net: ReportColumn = { key: 'net', header: 'Net', type: 'money' }
const credited: ReportColumn = { key: 'credited', header: 'Credited', type: 'money', sparse: true }
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

const across = (shown: ReportColumn[], rows: ReportRow[]) => {
  const { columns, beyond } = acrossPaper(shown, rows, {})
  return [columns, beyond].map((some) => some.map(({ key }) => key))
}

it('has the columns of the screen in their order, also those without a value, where they have room', () => {
  const [months, row] = year(2)
  const shown = [product, net, credited, so, ...months]
  expect(across(shown, [row])).toEqual([['product', 'net', 'credited', 'so', 'm0', 'm1'], []])
})

it('is one table in letters of a size, and tells what has no room', () => {
  const [months, row] = year(9)
  const [columns, beyond] = across([product, so, credited, net, ...months], [row])
  expect([columns!.length, beyond]).toEqual([13, []])
  const [more, wide] = year(16)
  const added = { ...net, key: 'added', extra: true }
  const row2 = { ...wide, added: '1.00' }
  const [left, out] = across([product, added, so, credited, net, ...more], [row2])
  // Nothing is lost without a word, and the names of rows stay.
  expect(left![0]).toBe('product')
  expect(out!.slice(0, 2)).toEqual(['added', 'so'])
  expect(left).not.toContain('credited')
  expect([...left!, ...out!, 'credited'].toSorted()).toEqual(
    ['product', 'added', 'so', 'credited', 'net', ...more.map(({ key }) => key)].toSorted(),
  )
  // The letters have 7.65 points: so wide is a Letter sheet across between its margins.
  expect(95 * 7.65 * 0.3528).toBeLessThan(11 * 25.4 - 20)
})

it('puts the words that mark rows into a column of their own', () => {
  const [, row] = year(0)
  const rows = withRemarks([row, { ...row, net: '0.00' }], [product, marked])
  expect(rows.map(({ remarks }) => remarks)).toEqual([null, 'Missing'])
  expect(across([product, marked], rows)[0]).toEqual(['product', 'net', 'remarks'])
})
