import type { CellObject, WorkSheet } from 'sheetjs-style'
import { dayNumber } from './dates'
import type { Money } from './money'

/** A cell: a text (never a formula, whatever it begins with), an amount, a day, a sum of cells of this sheet. */
export type Cell =
  | string
  | null
  | { bold: string }
  | { money: Money }
  | { day: string | null }
  /** `formula` without "="; `value` is what it comes to. */
  | { formula: string; value: Money }

export interface Sheet {
  name: string
  /** Widths of the columns, in characters. */
  widths: readonly number[]
  rows: readonly (readonly Cell[])[]
  /** Index of the row with the column names: marked, and it stays when the rest scrolls. */
  header: number
}

const BOLD = { font: { bold: true } }
const HEADER = { ...BOLD, fill: { fgColor: { rgb: 'E7E5DE' } } }
const MONEY = { numFmt: '#,##0.00' }
const DAY = { numFmt: 'mm/dd/yyyy', alignment: { horizontal: 'left' } } as const
/** Days from 1899-12-30, which Excel counts from, to 1970-01-01. */
const EPOCH = 25_569
const PART = '/xl/worksheets/sheet1.xml'

/**
 * An .xlsx workbook with one sheet (design, page 5): amounts and days are typed cells, texts are string
 * cells, the header row is frozen.
 */
export async function workbook({ name, widths, rows, header }: Sheet): Promise<Buffer> {
  // Large, and wanted seldom: not before the first workbook.
  const { default: xlsx } = await import('sheetjs-style')
  const sheet: WorkSheet = {
    '!ref': `A1:${letters(widths.length - 1)}${rows.length}`,
    '!cols': widths.map((wch) => ({ wch })),
  }
  for (const [row, cells] of rows.entries())
    for (const [column, cell] of cells.entries()) {
      const made = cellOf(cell, row === header)
      if (made) sheet[`${letters(column)}${row + 1}`] = made
    }
  const book = { SheetNames: [name], Sheets: { [name]: sheet } }
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

function cellOf(cell: Cell, header: boolean): CellObject | null {
  if (cell === null || cell === '') return null
  if (typeof cell === 'string') return textCell(cell, header ? HEADER : undefined)
  if ('bold' in cell) return textCell(cell.bold, BOLD)
  // Amounts go as their digits: the library writes them as they are, and no float comes between.
  if ('money' in cell) return { t: 'n', v: cell.money, s: MONEY }
  if ('day' in cell) return cell.day ? { t: 'n', v: dayNumber(cell.day) + EPOCH, s: DAY } : null
  return { t: 'n', f: cell.formula, v: cell.value, s: { ...MONEY, ...BOLD } }
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
export function workbookReply(content: Buffer, name: string): Response {
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
