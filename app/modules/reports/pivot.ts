import {
  cellKey,
  type FilterChoice,
  type Filters,
  type Pivot,
  type PivotDimension,
  type ReportColumn,
  type ReportDefinition,
  type ReportFilter,
  type ReportRow,
  type ReportSum,
  type ReportView,
} from './definition'
import { filtersText } from './drill'
import { daysOfMonth } from './period'
import { orderBy } from './sort'

const LEVEL = 'pivot'

const ORDERS = [
  { value: 'name', label: 'Name or date' },
  { value: 'value', label: 'Highest total' },
]

/** The keys of what has no name, and of the columns that are not told apart; all others are = and an id or a text. */
const [NONE, OTHERS] = ['-', '+']

/** Returns a report with the level of its pivot, if it has one: two dimensions and a figure, chosen by filters. */
export function withPivot(report: ReportDefinition): ReportDefinition {
  const { pivot } = report
  if (!pivot) return report
  const [first, second, ...others] = pivot.dimensions
  return {
    ...report,
    levels: [...report.levels, { value: LEVEL, label: 'Pivot table', counted: 'pivots' }],
    filters: [
      choice('rows', 'Rows', pivot.dimensions),
      choice('columns', 'Columns', [second!, first!, ...others]),
      choice('measure', 'Figure', pivot.measures),
      // The figure of a pivot says its unit.
      ...report.filters.map((filter) =>
        filter.name === 'units'
          ? { ...filter, levels: report.levels.map(({ value }) => value) }
          : filter,
      ),
      { ...orderBy(ORDERS, [LEVEL]), ofLevel: true },
    ],
    hasTotal: (level) => level === LEVEL || (report.hasTotal?.(level) ?? false),
    spare: (view) => (view.level === LEVEL ? [] : (report.spare?.(view) ?? [])),
    sums: (view) => (view.level === LEVEL ? sumsOf(pivot, view) : (report.sums?.(view) ?? [])),
    columns: (view) => (view.level === LEVEL ? columnsOf(pivot, view) : report.columns(view)),
  }
}

const choice = (name: string, label: string, choices: readonly FilterChoice[]): ReportFilter => ({
  kind: 'choice',
  name,
  label,
  options: () => [...choices],
  levels: [LEVEL],
  ofLevel: true,
})

const measureOf = ({ measures }: Pivot, { measure }: Filters) =>
  measures.find(({ value }) => value === measure) ?? measures[0]!

/** The cells of a row add up to its total, but for a percentage. */
function sumsOf(pivot: Pivot, { filters, heads }: ReportView): readonly ReportSum[] {
  if (measureOf(pivot, filters).type === 'percent') return []
  return [{ total: 'value', of: heads.map(({ key }) => `cells.${key}`) }]
}

/** Returns the columns of a pivot: the name of a row, a cell for each head, and the total of the row. */
function columnsOf(pivot: Pivot, { filters, heads }: ReportView): readonly ReportColumn[] {
  const { dimensions } = pivot
  const rows = dimensions.find(({ value }) => value === filters.rows) ?? dimensions[0]!
  const across = dimensions.find(({ value }) => value === filters.columns) ?? dimensions[1]!
  const measure = measureOf(pivot, filters)
  const figure = { type: measure.type, digits: measure.digits, total: true }
  const linesOf = (row: ReportRow, ...more: readonly Part[]) =>
    linesAt(pivot, filters, [{ of: rows, key: keyOf(row), name: String(row.name) }, ...more])
  return [
    { key: 'name', header: rows.label, type: 'text', phone: 'title', link: (row) => linesOf(row) },
    ...heads.map(({ key, label }): ReportColumn => {
      const column: ReportColumn = { ...figure, key, of: 'cells', header: label, sparse: true }
      const link = (row: ReportRow) =>
        Number(row[cellKey(column)] ?? 0) ? linesOf(row, { of: across, key, name: label }) : null
      return { ...column, link }
    }),
    {
      ...figure,
      key: 'value',
      header: `${measure.label} total`,
      highlight: 1,
      sort: { desc: 'value' },
      phone: 'amount',
    },
    ...(pivot.more?.(filters) ?? []),
  ]
}

/** Returns the key of a row, with which its row key ends. */
function keyOf({ row_key }: ReportRow): string {
  const parts = String(row_key).split('\u001f')
  return parts.length > 1 ? `=${parts.at(-1)}` : NONE
}

/** A row or a column that lines are of. */
interface Part {
  of: PivotDimension
  key: string
  name: string
}

/** Returns the address of the lines of a row or a cell; null when no filter can select them. */
function linesAt(
  { lines: { level, at = '' } }: Pivot,
  { rows, columns, measure, sort, ...filters }: Filters,
  parts: readonly Part[],
): string | null {
  const narrowed: Record<string, string> = { ...filters, level }
  for (const part of parts) {
    const own = filterOf(part, narrowed)
    if (!own) return null
    Object.assign(narrowed, own)
  }
  return `${at}?${filtersText(narrowed)}`
}

/** Returns the filter that selects a row or a column. */
function filterOf({ of, key, name }: Part, filters: Filters): Filters | null {
  const { filter, none, named } = of
  if (!filter || key === OTHERS) return null
  if (key === NONE) return none ? { [filter]: none } : null
  const value = key.slice(1)
  if (filter === 'month') return { ...daysOfMonth(filters, value) }
  return { [filter]: named ? name : value }
}
