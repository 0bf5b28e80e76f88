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

/** A sheet without its rows, which may come in parts and in another thread. */
export interface SheetHead {
  name: string
  /** Widths of the columns, in characters; null is as wide as its texts. */
  widths: readonly (number | null)[]
  /** Index of the row with the column names: it is marked, and it stays when the rest scrolls. */
  header: number
}

export interface Sheet extends SheetHead {
  rows: readonly Row[]
}
