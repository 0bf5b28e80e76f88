import type { WorkSheet } from 'sheetjs-style'
import type { Money } from './money'
import { type CellStyle, letters, SheetRows } from './sheet-rows'

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

const [BOLD_FONT, HEADER_FILL] = [{ bold: true }, { fgColor: { rgb: 'E7E5DE' } }]
const PART = '/xl/worksheets/sheet1.xml'
const TEXTS = '/xl/sharedStrings.xml'
/** Of a column whose texts decide, in characters. */
const [NARROWEST, WIDEST] = [8, 48]

/**
 * A workbook while its rows come in. The library makes its frame: styles, widths, what a workbook consists of.
 * The rows are written here, as text at once: an object for each cell was most of a large file's time and
 * memory. Computes on the thread that calls it: server/workbooks has one for it.
 */
export class Workbook {
  private readonly rows: SheetRows

  constructor(private readonly head: SheetHead) {
    this.rows = new SheetRows(head.widths.length, head.header)
  }

  add(rows: readonly Row[]): void {
    this.rows.add(rows)
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
    const { styles, longest } = this.rows
    // A cell of each style, for their numbers; the real ones take their place.
    const frame: WorkSheet = { A1: { t: 's', v: 'A' } }
    for (const [index, style] of styles.entries())
      frame[`${letters(index)}2`] = { t: 'n', v: index, s: styleObject(style) }
    frame['!ref'] = `A1:${letters(Math.max(styles.length, 1) - 1)}2`
    frame['!cols'] = widths.map((width, column) => ({
      wch: width ?? Math.min(Math.max(longest[column]!, NARROWEST) + 1, WIDEST),
    }))
    const book = { SheetNames: [name], Sheets: { [name]: frame } }
    const written = xlsx.write(book, { type: 'buffer', bookType: 'xlsx', bookSST: true })
    const parts = xlsx.CFB.read(written, { type: 'buffer' })
    const replace = (path: string, by: (text: string) => Buffer) => {
      const part = xlsx.CFB.find(parts, path)!
      part.content = by(Buffer.from(part.content).toString())
      part.size = part.content.length
    }
    let numbers: number[] = []
    replace(PART, (text) => {
      numbers = [...text.matchAll(/<c r="[A-Z]+2" s="(\d+)"/g)].map(([, number]) => Number(number))
      return this.sheet(text, frame['!ref']!, header)
    })
    replace('/xl/styles.xml', (text) => Buffer.from(inOurOrder(text, numbers)))
    replace(TEXTS, () => this.rows.texts())
    return xlsx.CFB.write(parts, { fileType: 'zip', type: 'buffer', compression: true }) as Buffer
  }

  /** The frame's sheet with the rows, and with what the library does not know: rows that stay when the rest scrolls. */
  private sheet(frame: string, ref: string, header: number): Buffer {
    const pane = `<pane ySplit="${header + 1}" topLeftCell="A${header + 2}" activePane="bottomLeft" state="frozen"/>`
    const all = `A1:${letters(this.head.widths.length - 1)}${this.rows.count}`
    const [before, after] = frame
      .replaceAll(`"${ref}"`, `"${all}"`)
      .replace(/<sheetView ([^>]*)\/>/, `<sheetView $1>${pane}</sheetView>`)
      .split(/<sheetData>.*<\/sheetData>/s)
    return Buffer.concat([
      Buffer.from(`${before}<sheetData>`),
      ...this.rows.written,
      Buffer.from(`</sheetData>${after}`),
    ])
  }
}

function styleObject({ format, bold, marked, left }: CellStyle): object {
  return {
    ...(format ? { numFmt: format } : null),
    ...(bold ? { font: BOLD_FONT } : null),
    ...(marked ? { fill: HEADER_FILL } : null),
    ...(left ? { alignment: { horizontal: 'left' } } : null),
  }
}

/** The library's styles so that the first is that of a plain cell, and ours follow in the order of `SheetRows`. */
function inOurOrder(styles: string, numbers: readonly number[]): string {
  return styles.replace(/<cellXfs [^>]*>(.*)<\/cellXfs>/s, (_, list: string) => {
    const all = list.match(/<xf [^>]*?(?:\/>|>.*?<\/xf>)/gs)!
    const ours = [all[0], ...numbers.map((number) => all[number])]
    return `<cellXfs count="${ours.length}">${ours.join('')}</cellXfs>`
  })
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
