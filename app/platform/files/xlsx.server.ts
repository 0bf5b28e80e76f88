import type { WorkSheet } from 'sheetjs-style'
import type { Row, SheetHead } from './sheet'
import { type CellStyle, letters, SheetRows } from './sheet-rows'
import { zip } from './zip.server'

const [BOLD_FONT, HEADER_FILL] = [{ bold: true }, { fgColor: { rgb: 'E7E5DE' } }]
const SHEET = 'xl/worksheets/sheet1.xml'
const STYLES = 'xl/styles.xml'
const TEXTS = 'xl/sharedStrings.xml'
/** Limits in characters of a column whose width follows from its texts. */
const [NARROWEST, WIDEST] = [8, 48]

/**
 * A workbook while its rows come in. The library makes its frame: styles, widths, what a workbook consists of.
 * The rows are written here, as text at once: an object for each cell was most of a large file's time and
 * memory. Computes on the thread that calls it: modules/reports/workbook-worker.ts is one for it.
 */
export class Workbook {
  private readonly rows: SheetRows
  /** Large, and wanted seldom: not before a workbook, and while its rows come. */
  private readonly library = import('sheetjs-style')

  constructor(private readonly head: SheetHead) {
    this.rows = new SheetRows(head.widths.length, head.header)
  }

  add(rows: Iterable<Row>): void {
    this.rows.add(rows)
  }

  async finish(): Promise<Buffer> {
    const { default: xlsx } = await this.library
    const { name, widths } = this.head
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
    const { FileIndex, FullPaths } = xlsx.CFB.read(written, { type: 'buffer' })
    const texts = new Map(
      FullPaths.map((path, index) => [
        path.replace(/^Root Entry\//, ''),
        Buffer.from(FileIndex[index]!.content ?? []).toString(),
      ]),
    )
    const sheet = texts.get(SHEET)!
    const numbers = [...sheet.matchAll(/<c r="[A-Z]+2" s="(\d+)"/g)].map(([, no]) => Number(no))
    texts.set(STYLES, inOurOrder(texts.get(STYLES)!, numbers, styles)).set(TEXTS, this.rows.texts())
    const files = new Map<string, readonly Buffer[]>()
    for (const [path, text] of texts)
      if (/\.(xml|rels)$/.test(path)) files.set(path, [Buffer.from(text)])
    return zip(files.set(SHEET, this.sheet(sheet, frame['!ref'])))
  }

  /** The frame's sheet with the rows, and with what the library does not know: rows that stay when the rest scrolls. */
  private sheet(frame: string, ref: string): readonly Buffer[] {
    const { header, widths } = this.head
    const pane = `<pane ySplit="${header + 1}" topLeftCell="A${header + 2}" activePane="bottomLeft" state="frozen"/>`
    const all = `A1:${letters(widths.length - 1)}${this.rows.count}`
    const [before, after] = frame
      .replaceAll(`"${ref}"`, `"${all}"`)
      .replace(/<sheetView ([^>]*)\/>/, `<sheetView $1>${pane}</sheetView>`)
      .split(/<sheetData>.*<\/sheetData>/s)
    return [
      Buffer.from(`${before}<sheetData>`),
      ...this.rows.written(),
      Buffer.from(`</sheetData>${after}`),
    ]
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
function inOurOrder(
  styles: string,
  numbers: readonly number[],
  wanted: readonly CellStyle[],
): string {
  return styles.replace(/<cellXfs [^>]*>(.*)<\/cellXfs>/s, (_, list: string) => {
    const all = list.match(/<xf [^>]*?(?:\/>|>.*?<\/xf>)/gs)!
    const ours = [
      all[0],
      ...numbers.map((number, index) => {
        const style = all[number]!
        // The library does not know this attribute.
        return wanted[index]!.quoted ? style.replace('<xf ', '<xf quotePrefix="1" ') : style
      }),
    ]
    return `<cellXfs count="${ours.length}">${ours.join('')}</cellXfs>`
  })
}
