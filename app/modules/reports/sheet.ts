import type { Cell, Row, SheetHead } from '~/platform/files/sheet'
import { formatDateTime } from '~/platform/values/dates'
import { priceCell, typedCell } from './cells'
import {
  cellKey,
  columnsOf,
  type ReportColumn,
  type ReportDefinition,
  type ReportRow,
  type ReportView,
} from './definition'
import type { ReportHeading } from './filters.server'
import { LiveTotals } from './live-totals'
import { rowsOf } from './parts'

const WIDTHS: Partial<Record<ReportColumn['type'], number>> = {
  date: 12,
  money: 16,
  count: 11,
  number: 13,
  percent: 11,
  pieces: 13,
}

/** More than these would leave little room to scroll the others. */
const MOST_FROZEN = 3

/** The number of lines above the column names. */
const HEADER = 6

/** The input of a sheet besides its definition and its rows; it can be sent to another thread. */
export interface SheetRun {
  view: ReportView
  total: ReportRow
  heading: ReportHeading
}

/**
 * Writes a report as rows of a sheet: project, title, filters, user and time, the column names,
 * every row, the grand total. Sums are live formulas where the rows above add up to them exactly.
 */
export class ReportSheet {
  private readonly all: readonly ReportColumn[]
  /** The columns, each by itself, also those that the screen shows below another. */
  private readonly columns: readonly ReportColumn[]
  private readonly sums: LiveTotals
  private readonly level: ReportDefinition['levels'][number]
  private readonly marked: boolean

  constructor(
    private readonly report: ReportDefinition,
    private readonly run: SheetRun,
  ) {
    const { view, total } = run
    this.all = columnsOf(report, view, total)
    this.columns = this.all.filter(({ figureOnly }) => !figureOnly)
    this.sums = new LiveTotals(this.columns, HEADER + 2)
    this.level = report.levels.find(({ value }) => value === view.level)!
    this.marked = this.columns.some(({ mark }) => mark)
  }

  get head(): SheetHead {
    const widths = this.columns.map(({ type }) => WIDTHS[type] ?? null)
    return {
      name: this.report.title.slice(0, 31),
      widths: this.marked ? [...widths, 16] : widths,
      header: HEADER,
      frozen: this.frozen(),
    }
  }

  /** The columns that name a row stay: up to its title, when that is near the left. */
  private frozen(): number {
    const title = this.columns.findIndex(({ phone }) => phone === 'title')
    return title > 0 && title < MOST_FROZEN ? title + 1 : 1
  }

  /** Returns the rows above the data. */
  top(): Row[] {
    const { company, described, runBy, runAt, timeZone, currency } = this.run.heading
    return [
      [{ bold: company }],
      [{ bold: this.report.title }],
      [[this.level.label, described].filter(Boolean).join(' · ')],
      [`Run by ${runBy}, ${formatDateTime(runAt, timeZone)}`],
      [`Amounts in ${currency}`],
      [],
      [...this.columns.map(nameOf), ...(this.marked ? ['Remarks'] : [])],
    ]
  }

  /** Yields the rows of a part from the database, in order. */
  *rows(part: string): Generator<Row> {
    for (const row of rowsOf(part, this.all)) yield this.row(row)
  }

  /** Returns the grand total, after all rows. */
  bottom(): Row[] {
    const { total } = this.run
    return [
      this.columns.map((column, index) =>
        index === 0
          ? { bold: 'Grand total' }
          : column.total
            ? this.sums.ofAll(column, total)
            : null,
      ),
    ]
  }

  private row(row: ReportRow): Row {
    const { report, columns, sums, level } = this
    const label = report.subtotal?.(row) ?? null
    if (label !== null) {
      const cells = sums.ofGroup(row, Number(row[level.counted] ?? 0))
      return columns.map((_, index) => (index === 0 ? { bold: label } : cells[index]!))
    }
    sums.add(row)
    const cells = columns.map((column) => cellOf(column, row))
    if (this.marked) cells.push(columns.flatMap(({ mark }) => mark?.(row) ?? []).join(', '))
    return cells
  }
}

function cellOf(column: ReportColumn, row: ReportRow): Cell {
  const value = row[cellKey(column)] ?? null
  // A text in a column of figures would break further calculations.
  if (value === null) return column.type === 'text' ? (column.none ?? null) : null
  return column.pieces ? priceCell(row, value, column.pieces) : typedCell(column, value)
}

function nameOf({ header, type }: ReportColumn): string {
  return type === 'pieces' ? `${header} (pc)` : header
}
