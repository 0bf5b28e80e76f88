import { Link, useSearchParams } from '@remix-run/react'
import { Fragment, type ReactNode } from 'react'
import { Badge } from '~/ui/Badge'
import { cx } from '~/ui/classes'
import { type Column, DataTable } from '~/ui/DataTable'
import {
  cellKey,
  FIGURES,
  isChosenOnly,
  type ReportColumn,
  type ReportDefinition,
  type ReportRow,
  type ReportView,
} from '../definition'
import { sortOf } from '../sort'
import { Value } from './Value'

interface Props {
  report: ReportDefinition
  caption: string
  columns: readonly ReportColumn[]
  rows: readonly ReportRow[]
  total: ReportRow
  view: ReportView
  /** The number of all rows, without subtotals. */
  count: number
  empty: ReactNode
  footer: ReactNode
  /** True to show all rows at once, without links that sort. */
  onPaper?: boolean
}

/** Shows a report's rows with the grand total of all rows. */
export function ReportTable({ report, columns, rows, total, view, onPaper, ...table }: Props) {
  const [search] = useSearchParams()
  const standing = columns.filter(({ under, figureOnly }) => !(onPaper && under) && !figureOnly)
  const sums = (row: ReportRow) => report.subtotal?.(row) ?? null
  return (
    <DataTable
      {...table}
      columns={standing.map((column, index) => {
        const beneath = onPaper ? columns.filter(({ under }) => under === column.key) : []
        const made = toColumn(column, beneath, { first: index === 0, total, view, sums })
        if (onPaper) return made
        const sort = sortOf(report, column, view, search)
        return { ...made, sort, optional: isChosenOnly(column) }
      })}
      rows={rows}
      rowKey={(row) => String(row.row_key)}
      subtotal={(row) => sums(row) !== null}
      wide
    />
  )
}

interface Of {
  first: boolean
  total: ReportRow
  view: ReportView
  sums(row: ReportRow): string | null
}

function toColumn(
  column: ReportColumn,
  beneath: readonly ReportColumn[],
  { first, total, view, sums }: Of,
): Column<ReportRow> {
  const { type, phone } = column
  const summed = [column, ...beneath].filter((each) => each.total)
  return {
    key: cellKey(column),
    header: [column, ...beneath.filter(({ type: of }) => of !== 'text')]
      .map(({ header }) => header)
      .join('\u00a0/ '),
    phone,
    align: type === 'money' || FIGURES.includes(type) ? 'end' : undefined,
    className: widthOf(column, beneath, first),
    cell: (row) => {
      const label = sums(row)
      if (label === null) return <Cell {...{ column, beneath, row, view }} />
      if (first) return <span className="font-semibold">{label}</span>
      if (summed.length === 0) return null
      // A zero in a subtotal says as little as in the rows, so it is left out.
      return (
        <Sums
          of={summed.filter((each) => each === column || saysMore(each, column, row))}
          row={row}
        />
      )
    },
    total: first ? 'Total' : summed.length > 0 ? <Sums of={summed} row={total} zeros /> : undefined,
  }
}

/** Sets a width for columns with text, because text broken over many lines makes high rows. */
function widthOf({ type }: ReportColumn, beneath: readonly ReportColumn[], first: boolean) {
  const words = beneath.filter((each) => each.type === 'text').length
  if (type !== 'text' && !first) return undefined
  const room = words > 1 ? 'sm:min-w-60' : first ? 'sm:min-w-44' : 'sm:min-w-32'
  return cx(room, first ? 'print:min-w-28' : 'print:min-w-0')
}

function Sums({
  of,
  row,
  zeros,
}: {
  of: readonly ReportColumn[]
  row: ReportRow
  zeros?: boolean
}) {
  return (
    <>
      {of.map((each, index) => (
        <span key={cellKey(each)} className={index > 0 ? 'block font-normal' : 'block'}>
          <Value column={zeros ? { ...each, sparse: false } : each} row={row} />
        </span>
      ))}
    </>
  )
}

interface CellProps {
  column: ReportColumn
  beneath: readonly ReportColumn[]
  row: ReportRow
  view: ReportView
}

function Cell({ column, beneath, row, view }: CellProps) {
  const to = column.link?.(row, view)
  const mark = column.mark?.(row)
  const badge = mark ? <Badge tone="warn">{mark}</Badge> : null
  // A row without a number of its own shows its mark as the link.
  const value =
    (row[cellKey(column)] ?? null) === null && badge ? badge : <Value column={column} row={row} />
  return (
    <>
      {to ? (
        // On a phone the cells of a row are one text, where color alone does not tell a link.
        <Link
          to={to}
          className="text-accent hover:underline max-sm:underline print:text-ink print:no-underline"
        >
          {value}
        </Link>
      ) : (
        value
      )}
      {badge && value !== badge ? <span className="mt-0.5 block">{badge}</span> : null}
      {inLines(beneath.filter((each) => saysMore(each, column, row))).map((line) => (
        <span key={cellKey(line[0]!)} className="block text-xs font-normal text-muted">
          {line.map((each, index) => (
            <Fragment key={cellKey(each)}>
              {index > 0 ? ' · ' : null}
              <Value column={each} row={row} />
            </Fragment>
          ))}
        </span>
      ))}
    </>
  )
}

/**
 * Puts texts on one line, and figures and dates on a line each, so that they can be read downwards.
 */
function inLines(columns: readonly ReportColumn[]): ReportColumn[][] {
  const isWord = ({ type }: ReportColumn) => type === 'text'
  const words = columns.filter(isWord)
  const figures = columns.filter((each) => !isWord(each)).map((each) => [each])
  return words.length > 0 ? [words, ...figures] : figures
}

/**
 * Returns whether a second line shows anything new: not empty, not zero, and not the text of the
 * first line.
 */
function saysMore(column: ReportColumn, above: ReportColumn, row: ReportRow) {
  const value = row[cellKey(column)] ?? null
  if (value === null || (column.sparse && (value === '0.00' || value === 0))) return false
  return column.type !== 'text' || value !== row[cellKey(above)]
}
