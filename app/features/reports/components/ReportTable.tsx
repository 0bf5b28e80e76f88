import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { money } from '~/platform/money'
import { Badge } from '~/ui/Badge'
import { type Column, DataTable } from '~/ui/DataTable'
import { DateText, Money } from '~/ui/Figures'
import type { ReportColumn, ReportRow, ReportView } from '../definition'

interface Props {
  caption: string
  columns: readonly ReportColumn[]
  rows: readonly ReportRow[]
  total: ReportRow
  view: ReportView
  /** Rows of the whole set, when known. */
  count?: number
  empty: ReactNode
  footer: ReactNode
}

/** A report's rows with the grand total of all of them. */
export function ReportTable({ columns, rows, total, view, ...table }: Props) {
  return (
    <DataTable
      {...table}
      columns={columns.map((column, index) => toColumn(column, index === 0, total, view))}
      rows={rows}
      rowKey={(row) => String(row.row_key)}
      wide
    />
  )
}

function toColumn(
  column: ReportColumn,
  first: boolean,
  total: ReportRow,
  view: ReportView,
): Column<ReportRow> {
  const { key, header, type, phone } = column
  return {
    key,
    header,
    phone,
    align: type === 'money' || type === 'count' ? 'end' : undefined,
    nowrap: type !== 'text' || Boolean(column.mark),
    cell: (row) => <Cell {...{ column, row, view }} />,
    total: first ? 'Grand total' : column.total ? <Value column={column} row={total} /> : undefined,
  }
}

function Cell({ column, row, view }: { column: ReportColumn; row: ReportRow; view: ReportView }) {
  const to = column.link?.(row, view)
  const note = column.note?.(row)
  const mark = column.mark?.(row)
  const value = <Value column={column} row={row} />
  return (
    <>
      {to ? (
        <Link to={to} className="text-accent hover:underline print:text-ink">
          {value}
        </Link>
      ) : mark && row[column.key] === null ? null : (
        value
      )}
      {mark ? (
        <>
          {' '}
          <Badge tone="warn">{mark}</Badge>
        </>
      ) : null}
      {note ? <span className="block text-xs text-muted">{note}</span> : null}
    </>
  )
}

/** A cell by the type of its column. */
export function Value({ column, row }: { column: ReportColumn; row: ReportRow }) {
  const value = row[column.key] ?? null
  switch (column.type) {
    case 'money':
      return <Money value={value === null ? null : money(value)} />
    case 'date':
      return <DateText value={value === null ? null : String(value)} />
    case 'count':
      return <span className="figures">{value === null ? '–' : value.toLocaleString('en-US')}</span>
    default:
      return <>{value ?? '–'}</>
  }
}
