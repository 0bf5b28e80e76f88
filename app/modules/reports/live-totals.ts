import type { Cell } from '~/platform/files/sheet'
import { letters } from '~/platform/files/sheet-rows'
import { money, toCents } from '~/platform/values/money'
import { figureFormat, typedCell } from './cells'
import { cellKey, type ReportColumn, type ReportRow } from './definition'

/**
 * Computes the sums of a sheet while its rows are written. A sum is a live SUBTOTAL only when its
 * rows add up to it exactly. Other figures (distinct counts, averages, rounded remainders) stay the
 * value from the database.
 */
export class LiveTotals {
  /** The sheet's row number, from 1, of each row that is not a sum. */
  private readonly at: number[] = []
  private readonly columns: (Summed | null)[]
  private next: number

  /** @param first The sheet's row number, from 1, of the first row. */
  constructor(
    columns: readonly ReportColumn[],
    private readonly first: number,
  ) {
    this.next = first
    this.columns = columns.map((column, index) =>
      column.total ? { column, letter: letters(index), before: [0n], plain: 0 } : null,
    )
  }

  /** Adds a row that is not a sum. */
  add(row: ReportRow): void {
    this.at.push(this.next++)
    for (const summed of this.columns)
      summed?.before.push(summed.before.at(-1)! + (unitsOf(summed.column, row) ?? 0n))
  }

  /** Returns the cells of a row that sums the `count` rows before it. */
  ofGroup(row: ReportRow, count: number): (Cell | null)[] {
    const from = this.at.length - count
    const top = this.at[from] ?? 0
    const cells = this.columns.map((summed) => summed && this.sum(summed, row, top, from))
    this.next++
    return cells
  }

  /** Returns the grand total's cell in this column. */
  ofAll(column: ReportColumn, total: ReportRow): Cell {
    const summed = this.columns.find((each) => each?.column === column)
    return summed ? this.sum(summed, total, this.first, 0) : null
  }

  private sum(summed: Summed, row: ReportRow, top: number, from: number): Cell {
    const { column, letter, before } = summed
    const value = row[cellKey(column)] ?? null
    if (value === null) return null
    const known = from >= 0 && from < this.at.length && column.type !== 'percent'
    // A sum that is not a SUBTOTAL would be counted again by a SUBTOTAL over it.
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
  /** Running totals: the sum of the rows before each row, and before the next one. */
  before: bigint[]
  /** The last sheet row in which a sum of this column is a plain value. */
  plain: number
}

function formatOf({ type, digits }: ReportColumn): string {
  return figureFormat(type === 'number' ? (digits ?? 2) : 0)
}

/**
 * Returns a value in whole units: centavos, or millionths of other numbers; null when there is
 * none.
 */
function unitsOf(column: ReportColumn, row: ReportRow): bigint | null {
  const value = row[cellKey(column)] ?? null
  if (value === null || column.type === 'text' || column.type === 'date') return null
  if (column.type === 'money') return toCents(money(value))
  const millionths = Math.round(Number(value) * 1_000_000)
  // A value that is not a number counts as zero.
  return Number.isFinite(millionths) ? BigInt(millionths) : 0n
}
