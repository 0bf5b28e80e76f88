import type { Cell } from '~/platform/files/sheet'
import { letters } from '~/platform/files/sheet-rows'
import { money, toCents } from '~/platform/values/money'
import { figureFormat, typedCell } from './cells'
import { cellKey, type ReportColumn, type ReportRow } from './definition'

/**
 * Sums of a sheet while its rows are written. A sum is a live SUBTOTAL only where the rows that it stands for
 * come to it exactly; what is counted otherwise (distinct customers, averages, a rest that was rounded) stays
 * the figure that the database gave.
 */
export class LiveTotals {
  /** Row of the sheet, from 1, of each row that is no sum. */
  private readonly at: number[] = []
  private readonly columns: (Summed | null)[]
  private next: number

  /** @param first the row of the sheet, from 1, of the first row. */
  constructor(
    columns: readonly ReportColumn[],
    private readonly first: number,
  ) {
    this.next = first
    this.columns = columns.map((column, index) =>
      column.total ? { column, letter: letters(index), before: [0n], plain: 0 } : null,
    )
  }

  /** A row that is no sum. */
  add(row: ReportRow): void {
    this.at.push(this.next++)
    for (const summed of this.columns)
      summed?.before.push(summed.before.at(-1)! + (unitsOf(summed.column, row) ?? 0n))
  }

  /** The cells of a row that sums up the `count` rows before it. */
  ofGroup(row: ReportRow, count: number): (Cell | null)[] {
    const from = this.at.length - count
    const top = this.at[from] ?? 0
    const cells = this.columns.map((summed) => summed && this.sum(summed, row, top, from))
    this.next++
    return cells
  }

  /** The grand total's cell in this column. */
  ofAll(column: ReportColumn, total: ReportRow): Cell {
    const summed = this.columns.find((each) => each?.column === column)
    return summed ? this.sum(summed, total, this.first, 0) : null
  }

  private sum(summed: Summed, row: ReportRow, top: number, from: number): Cell {
    const { column, letter, before } = summed
    const value = row[cellKey(column)] ?? null
    if (value === null) return null
    const known = from >= 0 && from < this.at.length && column.type !== 'percent'
    // A sum among the rows that is no SUBTOTAL would be counted again.
    const exact = known && before.at(-1)! - before[from]! === unitsOf(column, row)
    if (exact && summed.plain < top)
      return {
        formula: `SUBTOTAL(9,${letter}${top}:${letter}${this.next - 1})`,
        value: column.type === 'money' ? money(value) : Number(value),
        ...(column.type === 'money' ? null : { format: formatOf(column) }),
      }
    summed.plain = this.next
    return typedCell(column, value, true)
  }
}

interface Summed {
  column: ReportColumn
  letter: string
  /** What the rows before each one, and before the next, come to. */
  before: bigint[]
  /** The last row of the sheet where a sum of this column is no formula. */
  plain: number
}

function formatOf({ type, digits }: ReportColumn): string {
  return figureFormat(type === 'number' ? (digits ?? 2) : 0)
}

/** A value in whole units: centavos, millionths of other numbers; null where there is none. */
function unitsOf(column: ReportColumn, row: ReportRow): bigint | null {
  const value = row[cellKey(column)] ?? null
  if (value === null || column.type === 'text' || column.type === 'date') return null
  return column.type === 'money'
    ? toCents(money(value))
    : BigInt(Math.round(Number(value) * 1_000_000))
}
