import { expect, it } from 'vitest'
import type { Permission } from '~/platform/access/permissions'
import {
  cellKey,
  columnsOf,
  type Filters,
  type ReportColumn,
  type ReportDefinition,
  type ReportSum,
  type ReportView,
} from './definition'
import { endOf, exact, rowsOf } from './parts'
import { REPORTS } from './registry'

/** Readers who see costs, and who do not. */
const READERS: readonly (readonly Permission[])[] = [['costs.read'], []]
const settings = { ageing_buckets: [30, 60, 90], age_by: 'due' } as never
/** Eight months, more than a report shows unasked. */
const heads = Array.from({ length: 8 }, (_, at) => ({
  key: `2026-0${at + 1}`,
  label: `0${at + 1}/2026`,
}))
/** The total of a project that has every optional column. */
const whole = new Proxy({}, { get: () => '1.00' })

/** No filters, and those that change the columns of reports. */
const OTHERWISE: readonly Filters[] = [
  {},
  { measure: 'pieces', cancelled: '1', age_by: 'document' },
]

/** Each report at each of its levels. */
const LEVELS = REPORTS.flatMap((report) =>
  report.levels.map(({ value: level }) => ({ name: `${report.title}, ${level}`, report, level })),
)

const flipped = (name: string) => (name.startsWith('-') ? name.slice(1) : `-${name}`)
const bare = (name: string) => name.replace(/^-/, '')

/** Returns the parts of a sum that the screen does not show: neither alone, nor in a column that adds several. */
function missing({ of }: ReportSum, shown: readonly ReportColumn[]): string[] {
  const alone = new Set(shown.map(cellKey))
  const inOthers = shown.flatMap(({ adds = [] }) =>
    [adds, adds.map(flipped)].filter((parts) => parts.every((part) => of.includes(part))).flat(),
  )
  return of.filter((part) => !alone.has(bare(part)) && !inOthers.includes(part))
}

function readView(report: ReportDefinition, view: ReportView) {
  const columns = columnsOf(report, view, whole)
  const shown = columns.filter(({ extra, figureOnly }) => !extra && !figureOnly)
  const keys = columns.map(cellKey)
  const sums = (report.sums?.(view) ?? []).filter(({ total }) => keys.includes(total))
  return { columns, shown, keys, sums }
}

it.each(LEVELS)('the columns of $name are sums with all their parts', ({ report, level }) => {
  for (const permissions of READERS)
    for (const more of OTHERWISE) {
      const filters = { level, ...more }
      check(report, { level, filters, settings, permissions, heads })
    }
})

function check(report: ReportDefinition, view: ReportView): void {
  const { shown, keys, sums } = readView(report, view)
  for (const { of } of sums) expect(keys).toEqual(expect.arrayContaining(of.map(bare)))
  const isShown = (key: string) => shown.some((column) => cellKey(column) === key)
  const complete = sums.filter((sum) => isShown(sum.total) && missing(sum, shown).length === 0)
  const explained = new Set(complete.flatMap(({ total, of }) => [total, ...of.map(bare)]))
  const known = new Set(sums.flatMap(({ of }) => of.map(bare)))
  const wrong = shown.flatMap((column) => {
    const key = cellKey(column)
    const ofKey = sums.filter(({ total }) => total === key)
    if (ofKey.length > 0 && !explained.has(key))
      return `${key} lacks ${ofKey.map((sum) => missing(sum, shown)).join(' or ')}`
    // A headline figure may stand for itself; any other part stands beside its sum, such as a cost beside its margin.
    const parts = (column.adds ?? [key]).map(bare).filter((part) => known.has(part))
    return column.highlight === 1 || parts.every((part) => explained.has(part))
      ? []
      : `${key} is a part of what is not shown`
  })
  expect(wrong).toEqual([])
}

it('adds up columns that SQL does not have, in rows of a page and in those of a file', () => {
  const columns: ReportColumn[] = [
    { key: 'gross', header: 'Gross', type: 'money' },
    { key: 'less', header: 'Less', type: 'money', adds: ['discount', 'months.2026-01', '-back'] },
    { key: 'count', header: 'Count', type: 'count', adds: ['a', 'b'] },
    { key: '2026-01', of: 'months', header: '01/2026', type: 'money' },
  ]
  const row = { gross: '5.00', discount: '0.1', back: 0.3, a: 2, months: { '2026-01': '0.20' } }
  const read = exact({ ...row, b: null }, columns)
  expect([read.less, read.count]).toEqual(['0.00', 2])
  expect(exact({ gross: '5.00' }, columns)).toEqual({ gross: '5.00' })
  const part = [
    ['row_key', 'discount', 'back', 'a', 'b', 'months'],
    ['1', '10000000000.10', '', '2', '3', '{"2026-01": "0.05"}'],
  ]
    .map((values) => values.join('\u009f'))
    .join('\u009e')
  expect(endOf(part).key).toBe('1')
  const [first] = rowsOf(part, columns)
  expect(first).toMatchObject({ less: '10000000000.15', count: 5 })
})
