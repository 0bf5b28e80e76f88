import { expect, it } from 'vitest'
import type { ReportColumn } from './definition'
import { acrossPaper } from './paper'
import { REPORTS } from './registry'

const settings = { ageing_buckets: [30, 60, 90], age_by: 'due' } as never
const keys = (columns: readonly ReportColumn[]) => columns.map(({ key }) => key)

const product: ReportColumn = { key: 'product', header: 'Product', type: 'text' }
const code: ReportColumn = { key: 'code', header: 'Code', type: 'text', under: 'product' }
const net: ReportColumn = { key: 'net', header: 'Net', type: 'money' }
const share: ReportColumn = { key: 'share', header: 'Share', type: 'percent', under: 'net' }
const shown: ReportColumn = { key: 'days', header: 'Days', type: 'count', figureOnly: true }
const months = (count: number) =>
  Array.from(
    { length: count },
    (_, at): ReportColumn => ({
      key: `m${at}`,
      header: `Month ${at}`,
      type: 'money',
      of: 'months',
    }),
  )

it('keeps a year of months on one sheet and goes on with the rest in further tables', () => {
  const year = acrossPaper([product, code, net, share, ...months(12), shown])
  expect(year.map(keys)).toEqual([['product', 'net', ...keys(months(12)), 'code', 'share']])
  const long = acrossPaper([product, code, net, share, ...months(30)])
  expect(long).toHaveLength(3)
  for (const part of long) expect(keys(part)).toEqual(expect.arrayContaining(['product', 'code']))
  expect(keys(long.slice(1).flat()).filter((key) => key === 'net' || key === 'share')).toEqual([])
  expect(long.flatMap(keys).filter((key) => key.startsWith('m'))).toEqual(keys(months(30)))
})

it('needs one table for each report that has no matrix', () => {
  for (const report of REPORTS)
    for (const { value: level } of report.levels)
      expect(
        acrossPaper(
          report.columns({ level, filters: { level }, settings, permissions: [], heads: [] }),
        ),
        `${report.path} ${level}`,
      ).toHaveLength(1)
})
