import { useSearchParams } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Badge } from '~/ui/Badge'
import { type Column, DataTable } from '~/ui/DataTable'
import { NOTHING } from '~/ui/Figures'
import { GroupRows } from '~/ui/GroupRows'
import {
  cellKey,
  FIGURES,
  levelOf,
  type ReportColumn,
  type ReportDefinition,
  type ReportRow,
  type ReportView,
} from '../definition'
import { headerText, isHeader, OpenGroups } from '../groups'
import { sortOf } from '../sort'
import { shownValue } from './shown-value'

interface Props {
  report: ReportDefinition
  caption: string
  /** All columns of the report, and those that are shown, in their order. */
  columns: readonly ReportColumn[]
  shown: readonly ReportColumn[]
  rows: readonly ReportRow[]
  total: ReportRow
  view: ReportView
  /** The number of all rows, without subtotals. */
  count: number
  empty: ReactNode
  footer: ReactNode
}

/** Shows a report's rows with the grand total of all rows. */
export function ReportTable({ report, columns, shown, rows, total, view, ...table }: Props) {
  const [search] = useSearchParams()
  const level = levelOf(report, view)
  const open = new OpenGroups()
  const heads = new Map(
    level.groups
      ? rows.map((row) => {
          const depth = open.depthOf(row)
          if (!isHeader(row)) return [row, null]
          const to = linkOf(columns, row, view)
          const text = headerText(level, row, depth)
          return [row, { depth, text, to, continued: row.continued === 1 }]
        })
      : [],
  )
  const named = shown.findIndex(({ phone }) => phone === 'title')
  const { parts } = level
  return (
    <DataTable
      {...table}
      columns={shown.map((column, index) => {
        const made = toColumn(column, {
          first: index === 0,
          grows: index === Math.max(named, 0) || Boolean(column.grow),
          total,
          view,
        })
        return { ...made, sort: sortOf(report, column, view, search) }
      })}
      rows={rows}
      rowKey={(row) => String(row.row_key)}
      group={level.groups ? { headOf: (row) => heads.get(row)!, Rows: GroupRows } : undefined}
      parted={parts ? (row, next) => row[parts] !== next[parts] : undefined}
      wide
    />
  )
}

/** Returns the page of what a header names: the last of its names that has one. */
function linkOf(columns: readonly ReportColumn[], row: ReportRow, view: ReportView): string | null {
  const own = columns.filter(({ named, key }) => named && (row[key] ?? null) !== null)
  return own.map((column) => column.link?.(row, view) ?? null).findLast(Boolean) ?? null
}

/** Returns the least width of a text: broken over many lines it makes high rows. */
const widthOf = (grows: boolean) =>
  grows ? 'laptop:not-print:min-w-44' : 'laptop:not-print:min-w-24'

interface Of {
  first: boolean
  grows: boolean
  total: ReportRow
  view: ReportView
}

function toColumn(column: ReportColumn, { first, grows, total, view }: Of): Column<ReportRow> {
  const { type, phone, tablet } = column
  return {
    key: cellKey(column),
    header: column.header,
    phone,
    tablet,
    grow: grows,
    align: type === 'money' || FIGURES.includes(type) ? 'end' : undefined,
    className: type === 'text' ? widthOf(grows) : 'figures print:whitespace-nowrap',
    cell: (row) => {
      if (isHeader(row)) return column.total ? shownValue(column, row) : null
      return isNothing(column, row) ? NOTHING : cellOf({ column, row, view })
    },
    sums: Boolean(column.total),
    total: first ? (
      'Total'
    ) : column.total ? (
      // The total stands in an element of its own: a mere text has no name on a phone.
      <span>{shownValue({ ...column, sparse: false }, total)}</span>
    ) : undefined,
  }
}

/** Returns whether a row has nothing in a column: no value and no mark, or a zero that is not shown. */
function isNothing(column: ReportColumn, row: ReportRow): boolean {
  const value = row[cellKey(column)] ?? null
  if (value === null) return !column.none && !column.mark?.(row)
  return Boolean(column.sparse) && Number(value) === 0
}

interface Shown {
  column: ReportColumn
  row: ReportRow
  view: ReportView
}

/** Returns the content of a cell. It is no component: a page has thousands, most of them a text. */
function cellOf({ column, row, view }: Shown): ReactNode {
  const to = column.link?.(row, view)
  const mark = column.mark?.(row)
  if (!to && !mark) return shownValue(column, row)
  const badge = mark ? <Badge tone="warn">{mark}</Badge> : null
  // A row without a number of its own shows its mark as the link.
  const value = (row[cellKey(column)] ?? null) === null && badge ? badge : shownValue(column, row)
  return (
    <>
      {to ? (
        <a href={to} data-follow="" className="cell-link">
          {value}
        </a>
      ) : (
        value
      )}
      {badge && value !== badge ? <span className="cell-mark mt-0.5 block">{badge}</span> : null}
    </>
  )
}
