import { formatDateTime } from '~/platform/dates'
import type { Cell, Row, SheetHead } from '~/platform/xlsx.server'
import { typedCell } from './cells'
import { cellKey, type ReportColumn, type ReportDefinition, type ReportRow } from './definition'
import { LiveTotals } from './live-totals'
import type { WholeReportData } from './load.server'

const WIDTHS: Partial<Record<ReportColumn['type'], number>> = {
  date: 12,
  money: 16,
  count: 11,
  number: 13,
  percent: 11,
  pieces: 13,
}

/** Lines above the column names. */
const HEADER = 6

/** The columns of a report that a sheet has, each by itself: what the screen shows below another, too. */
function sheetColumns(columns: readonly ReportColumn[]): readonly ReportColumn[] {
  return columns.filter(({ figureOnly }) => !figureOnly)
}

/** The frame of a report's sheet; `sheetParts` has its rows. */
export function sheetHead({ report, columns }: WholeReportData): SheetHead {
  const widths = sheetColumns(columns).map(({ type }) => WIDTHS[type] ?? null)
  return {
    name: report.title.slice(0, 31),
    widths: hasMarks(columns) ? [...widths, 16] : widths,
    header: HEADER,
  }
}

/**
 * A report as rows of a sheet: project, title, filters, who ran it and when, the column names, every row of
 * the set, the grand total. Sums are live formulas where the rows above come to them exactly.
 */
export async function* sheetParts(data: WholeReportData): AsyncGenerator<readonly Row[]> {
  const { report, heading, total, view } = data
  const columns = sheetColumns(data.columns)
  const level = report.levels.find(({ value }) => value === view.level)!
  yield [
    [{ bold: heading.company }],
    [{ bold: report.title }],
    [[level.label, heading.described].filter(Boolean).join(' · ')],
    [`Run by ${heading.runBy}, ${formatDateTime(heading.runAt, heading.timeZone)}`],
    [`Amounts in ${heading.currency}`],
    [],
    [...columns.map(nameOf), ...(hasMarks(columns) ? ['Remarks'] : [])],
  ]
  const sums = new LiveTotals(columns, HEADER + 2)
  for await (const part of data.parts)
    yield part.map((row) => toRow(row, report, columns, sums, level.counted))
  yield [
    columns.map((column, index) =>
      index === 0 ? { bold: 'Grand total' } : column.total ? sums.ofAll(column, total) : null,
    ),
  ]
}

function toRow(
  row: ReportRow,
  report: ReportDefinition,
  columns: readonly ReportColumn[],
  sums: LiveTotals,
  counted: string,
): Row {
  const label = report.subtotal?.(row) ?? null
  if (label !== null) {
    const cells = sums.ofGroup(row, Number(row[counted] ?? 0))
    return columns.map((_, index) => (index === 0 ? { bold: label } : cells[index]!))
  }
  sums.add(row)
  const remarks = columns.flatMap(({ mark }) => mark?.(row) ?? [])
  return [...columns.map((column) => cellOf(column, row)), remarks.join(', ')]
}

function cellOf(column: ReportColumn, row: ReportRow): Cell {
  const value = row[cellKey(column)] ?? null
  // A word among figures would be in the way of whoever goes on calculating.
  if (value === null) return column.type === 'text' ? (column.none ?? null) : null
  return typedCell(column, value)
}

function nameOf({ header, type }: ReportColumn): string {
  return type === 'pieces' ? `${header} (pc)` : header
}

function hasMarks(columns: readonly ReportColumn[]): boolean {
  return columns.some(({ mark }) => mark)
}
