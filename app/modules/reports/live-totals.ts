import { type Cell, letters } from '~/platform/files/sheet'
import { type Money, UNREADABLE } from '~/platform/values/money'
import { figureFormat, typedCell } from './cells'
import { cellKey, type ReportColumn, type ReportRow } from './definition'

/**
 * Computes the sums of a sheet while its rows are written. A sum is a live SUBTOTAL only when its
 * rows add up to it exactly. Other figures (distinct counts, averages, rounded remainders) stay the
 * value from the database.
 */
export class LiveTotals {
  private readonly columns: (Summed | null)[]
  /** The sheet's row number, from 1, of the next row. */
  private next: number
  /** The number of rows so far that are not headers. */
  private count = 0

  /** @param first The sheet's row number, from 1, of the first row. */
  constructor(
    columns: readonly ReportColumn[],
    private readonly first: number,
  ) {
    this.next = first
    this.columns = columns.map((column, index) =>
      column.total
        ? {
            column,
            letter: letters(index),
            key: cellKey(column),
            before: [0],
            safe: true,
            plain: 0,
          }
        : null,
    )
  }

  /** Adds a row that is not a header. */
  add(row: ReportRow): void {
    this.next++
    this.count++
    for (const summed of this.columns) {
      if (!summed) continue
      const sum = summed.before.at(-1)! + (unitsOf(summed, row) ?? 0)
      summed.before.push(sum)
      summed.safe &&= Number.isSafeInteger(sum)
    }
  }

  /** Begins a group with its header. */
  open(row: ReportRow): OpenHeader {
    return { row, at: this.next++, from: this.count }
  }

  /** Returns the cells of a header whose rows, and the headers among them, have all been added. */
  close({ row, at, from }: OpenHeader): (Cell | null)[] {
    return this.columns.map((summed) => summed && this.sum(summed, row, at + 1, from, at))
  }

  /** Returns the grand total's cell in this column. */
  ofAll(column: ReportColumn, total: ReportRow): Cell {
    const summed = this.columns.find((each) => each?.column === column)
    return summed ? this.sum(summed, total, this.first, 0, this.next) : null
  }

  /** Returns the sum of the rows from `top` on, of which `from` is the first that is no header, for a cell in row `at`. */
  private sum(summed: Summed, row: ReportRow, top: number, from: number, at: number): Cell {
    const { column, letter, before } = summed
    const value = row[summed.key] ?? null
    if (value === null) return null
    const known = from < this.count && column.type !== 'percent'
    // A sum that is not a SUBTOTAL would be counted again by a SUBTOTAL over it.
    const sum = before.at(-1)! - before[from]!
    const exact = known && summed.safe && sum === unitsOf(summed, row)
    if (exact && summed.plain < top)
      return {
        formula: `SUBTOTAL(9,${letter}${top}:${letter}${this.next - 1})`,
        value: column.type === 'money' ? (value as Money) : Number(value),
        ...(column.type === 'money' ? null : { format: formatOf(column) }),
      }
    summed.plain = Math.max(summed.plain, at)
    return typedCell(column, value, true)
  }
}

/** A header whose rows come after it. */
export interface OpenHeader {
  row: ReportRow
  /** The sheet's row number, from 1. */
  at: number
  /** The number of rows before it that are not headers. */
  from: number
}

interface Summed {
  column: ReportColumn
  key: string
  letter: string
  /** Running totals in whole units: the sum of the rows before each row, and before the next one. */
  before: number[]
  /** False once a total is too large to be exact; a spreadsheet would not add up such amounts exactly either. */
  safe: boolean
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
function unitsOf({ column: { type }, key }: Summed, row: ReportRow): number | null {
  const value = row[key] ?? null
  if (value === null || type === 'text' || type === 'date') return null
  if (type === 'money') return centsOf(value as Money)
  const millionths = Math.round(Number(value) * 1_000_000)
  // A value that is not a number counts as zero.
  return Number.isFinite(millionths) ? millionths : 0
}

/** The digits without the point are the whole centavos: of numeric(14,2) always a safe integer. */
function centsOf(amount: Money): number {
  if (amount === UNREADABLE) return 0
  let cents = 0
  for (let at = 0; at < amount.length; at++) {
    const digit = amount.charCodeAt(at) - ZERO
    // The sign and the point are before the digits.
    if (digit >= 0) cents = cents * 10 + digit
  }
  return amount.startsWith('-') ? -cents : cents
}

const ZERO = '0'.charCodeAt(0)
