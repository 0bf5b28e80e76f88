import type { Money } from '../values/money'

/** A cell: a text (never a formula, whatever it begins with), an amount, a day, a sum of cells of this sheet. */
export type Cell =
  | string
  | null
  | { bold: string }
  | { money: Money; format?: string; bold?: boolean }
  | { day: string | null }
  /** A number in one of the spreadsheet's formats (`0.00%` takes a fraction of 1). */
  | { figure: number; format: string; bold?: boolean }
  /** `formula` without "="; `value` is its result; an amount unless `format` says otherwise. */
  | { formula: string; value: Money | number; format?: string }

export type Row = readonly Cell[]

/** Returns an amount that is shown with its unit, such as 96.25/cs; `unit` may be empty. */
export const pricedCell = (money: Money, unit: string): Cell => ({
  money,
  format: unit && `#,##0.00"${unit}"`,
})

/** A sheet without its rows, which may come in parts and in another thread. */
export interface SheetHead {
  name: string
  /** Widths of the columns, in characters; null is as wide as its texts. */
  widths: readonly (number | null)[]
  /** Index of the row with the column names: it is marked, and it stays when the rest scrolls. */
  header: number
  /** The number of first columns that stay when the rest scrolls, and repeat on each printed page; 1 unless given. */
  frozen?: number
}

/** The kinds of file that a sheet is written as. */
export type SheetFormat = 'xlsx' | 'csv'

/** A second sheet of a workbook: the same facts as a table, one row for each, which is filtered and summed as a whole. */
export interface DataHead extends Pick<SheetHead, 'name' | 'widths'> {
  /** The names of its columns, which stand in its first row; equal ones get a number. */
  names: readonly string[]
}

/** A file while its rows come in. */
export interface SheetFile {
  add(rows: Iterable<Row>): void
  /** Adds rows to the second sheet; absent where a file has one sheet only. */
  addData?(rows: Iterable<Row>): void
  finish(): Promise<Uint8Array>
}

/** Recognizes a row of totals: a name in bold and a figure in bold or a formula. */
export function isTotal(cells: Row): boolean {
  let [named, summed] = [false, false]
  for (const cell of cells) {
    if (cell === null || typeof cell !== 'object') continue
    const { bold, formula } = cell as { bold?: string | boolean; formula?: string }
    if (typeof bold === 'string') named = true
    else if (bold || formula !== undefined) summed = true
  }
  return named && summed
}

/** Words that stay small in a title. */
const SMALL = new Set('a,an,and,as,at,by,for,from,in,of,on,or,per,the,to,with,pc,cs'.split(','))

/** Writes a column name in title case: `Date added` becomes `Date Added`, `Pieces (pc)` stays. */
export function titleCase(name: string): string {
  return name.replace(/[\p{L}\p{N}'’.]+/gu, (word, at: number) =>
    at > 0 && SMALL.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
  )
}

export interface Sheet extends SheetHead {
  rows: readonly Row[]
}

/** Column 0 is A, 26 is AA. */
export function letters(column: number): string {
  const rest = Math.floor(column / 26)
  return (rest > 0 ? letters(rest - 1) : '') + String.fromCharCode(65 + (column % 26))
}
