import type { CellObject, WorkSheet } from 'sheetjs-style'
import { dayNumber } from './dates'
import type { Money } from './money'

/** A cell: a text (never a formula, whatever it begins with), an amount, a day, a sum of cells of this sheet. */
export type Cell =
  | string
  | null
  | { bold: string }
  | { money: Money; bold?: boolean }
  | { day: string | null }
  /** Any other number, in one of the spreadsheet's formats (`0.00%` is of 1). */
  | { figure: number; format: string; bold?: boolean }
  /** `formula` without "="; `value` is what it comes to; an amount unless `format` says otherwise. */
  | { formula: string; value: Money | number; format?: string }

export type Row = readonly Cell[]

/** What a sheet is, besides its rows: these may come in parts, in another thread. */
export interface SheetHead {
  name: string
  /** Widths of the columns, in characters; null is as wide as its texts. */
  widths: readonly (number | null)[]
  /** Index of the row with the column names: marked, and it stays when the rest scrolls. */
  header: number
}

export interface Sheet extends SheetHead {
  rows: readonly Row[]
}

/**
 * Makes an .xlsx workbook with one sheet (design, page 5): amounts and days are typed cells, texts are string
 * cells, the header row is frozen. Takes the rows from the loader on to a thread of their own, part by part.
 */
export type MakeWorkbook = (
  head: SheetHead,
  parts: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>,
) => Promise<Uint8Array>

const BOLD = { font: { bold: true } }
const HEADER = { ...BOLD, fill: { fgColor: { rgb: 'E7E5DE' } } }
const MONEY = '#,##0.00'
const DAY = { numFmt: 'mm/dd/yyyy', alignment: { horizontal: 'left' } } as const
/** Days from 1899-12-30, which Excel counts from, to 1970-01-01. */
const EPOCH = 25_569
const PART = '/xl/worksheets/sheet1.xml'
/** Of a column whose texts decide, in characters. */
const [NARROWEST, WIDEST] = [8, 48]

/** A workbook while its rows come in. Computes on the thread that calls it: server/workbooks has one for it. */
export class Workbook {
  private readonly sheet: WorkSheet = {}
  private readonly longest: number[]
  private readonly names: string[]
  private count = 0

  constructor(private readonly head: SheetHead) {
    this.names = head.widths.map((_, column) => letters(column))
    this.longest = head.widths.map(() => NARROWEST)
  }

  add(rows: readonly Row[]): void {
    for (const cells of rows) {
      const header = this.count === this.head.header
      this.count++
      for (const [column, cell] of cells.entries()) {
        const made = cellOf(cell, header)
        if (!made) continue
        this.sheet[`${this.names[column]}${this.count}`] = made
        // What stands above the header runs over its neighbours.
        if (made.t === 's' && this.count > this.head.header)
          this.longest[column] = Math.max(this.longest[column]!, String(made.v).length)
      }
    }
  }

  async finish(): Promise<Buffer> {
    const [{ default: xlsx }, zlib] = await Promise.all([
      // Large, and wanted seldom: not before the first workbook.
      import('sheetjs-style'),
      import('node:zlib'),
    ])
    // Its own packing is none; its types do not know how to give it a better one.
    const { use_zlib } = xlsx.CFB.utils as unknown as { use_zlib(by: typeof zlib): void }
    use_zlib(zlib)
    const { name, widths, header } = this.head
    this.sheet['!ref'] = `A1:${letters(widths.length - 1)}${this.count}`
    this.sheet['!cols'] = widths.map((width, column) => ({
      wch: width ?? Math.min(this.longest[column]! + 1, WIDEST),
    }))
    const book = { SheetNames: [name], Sheets: { [name]: this.sheet } }
    const written = xlsx.write(book, { type: 'buffer', bookType: 'xlsx', bookSST: true })
    // The library knows no frozen rows: they are put into the sheet that it wrote.
    const parts = xlsx.CFB.read(written, { type: 'buffer' })
    const part = xlsx.CFB.find(parts, PART)!
    const pane = `<pane ySplit="${header + 1}" topLeftCell="A${header + 2}" activePane="bottomLeft" state="frozen"/>`
    const text = Buffer.from(part.content).toString()
    part.content = Buffer.from(
      text.replace(/<sheetView ([^>]*)\/>/, `<sheetView $1>${pane}</sheetView>`),
    )
    part.size = part.content.length
    return xlsx.CFB.write(parts, { fileType: 'zip', type: 'buffer', compression: true }) as Buffer
  }
}

function cellOf(cell: Cell, header: boolean): CellObject | null {
  if (cell === null || cell === '') return null
  if (typeof cell === 'string') return textCell(cell, header ? HEADER : undefined)
  if ('bold' in cell && typeof cell.bold === 'string') return textCell(cell.bold, BOLD)
  // Amounts go as their digits: the library writes them as they are, and no float comes between.
  if ('money' in cell) return { t: 'n', v: cell.money, s: styleOf(MONEY, cell.bold) }
  if ('day' in cell) return cell.day ? { t: 'n', v: dayNumber(cell.day) + EPOCH, s: DAY } : null
  if ('figure' in cell) return { t: 'n', v: cell.figure, s: styleOf(cell.format, cell.bold) }
  if ('formula' in cell)
    return { t: 'n', f: cell.formula, v: cell.value, s: styleOf(cell.format ?? MONEY, true) }
  return null
}

const STYLES = new Map<string, object>()

/** One object for each: a large sheet has as many cells as memory allows. */
function styleOf(numFmt: string, bold: boolean | undefined): object {
  const key = `${bold ? '!' : ''}${numFmt}`
  const style = STYLES.get(key) ?? (bold ? { ...BOLD, numFmt } : { numFmt })
  STYLES.set(key, style)
  return style
}

/** A text that would be a formula where it is typed or pasted anew begins with an apostrophe. */
function textCell(text: string, s: object | undefined): CellObject {
  const plain = text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
  return { t: 's', v: /^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain, s }
}

/** Column 0 is A, 26 is AA. */
export function letters(column: number): string {
  const rest = Math.floor(column / 26)
  return (rest > 0 ? letters(rest - 1) : '') + String.fromCharCode(65 + (column % 26))
}

/** A workbook to be kept under this name, of which only plain letters stay. */
export function workbookReply(content: Uint8Array, name: string): Response {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return new Response(new Uint8Array(content), {
    headers: {
      'Content-Type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'Content-Disposition': `attachment; filename="${plain}.xlsx"`,
      'Cache-Control': 'private, no-store',
    },
  })
}
