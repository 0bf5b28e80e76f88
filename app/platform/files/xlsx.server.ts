import { createRequire } from 'node:module'
import type { WorkSheet } from 'sheetjs-style'
import { between } from '../values/texts'
import { letters, type Row, type SheetFile, type SheetHead } from './sheet'
import { type CellStyle, escaped, SheetRows } from './sheet-rows.server'
import { deflated, type Packed, zip } from './zip.server'

const [BOLD_FONT, HEADER_FILL] = [{ bold: true }, { fgColor: { rgb: 'E7E5DE' } }]
const RULE = { style: 'thin', color: { rgb: '1C211E' } }
const SHEET = 'xl/worksheets/sheet1.xml'
const STYLES = 'xl/styles.xml'
const BOOK = 'xl/workbook.xml'
const TEXTS = 'xl/sharedStrings.xml'
/** Limits in characters of a column whose width follows from its texts. */
const [NARROWEST, WIDEST] = [8, 48]

/**
 * Loads the library: it is large, and wanted seldom. As an import, Node would read its text once more to find what it exports.
 */
export const library = (): typeof import('sheetjs-style') =>
  createRequire(import.meta.url)('sheetjs-style')

/**
 * A workbook while its rows come in. The library makes its frame: styles, widths, what a workbook consists of.
 * The rows are written here, as text at once: an object for each cell was most of a large file's time and
 * memory. Computes on the thread that calls it: modules/reports/workbook-worker.ts is one for it.
 */
export class Workbook implements SheetFile {
  private readonly rows: SheetRows

  constructor(private readonly head: SheetHead) {
    this.rows = new SheetRows(head.widths.length, head.header)
  }

  add(rows: Iterable<Row>): void {
    this.rows.add(rows)
  }

  async finish(): Promise<Buffer> {
    const xlsx = library()
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
    const rows = this.rows.written()
    texts.set(BOOK, withNames(texts.get(BOOK)!, this.names()))
    texts.set(STYLES, inOurOrder(texts.get(STYLES)!, numbers, styles)).set(TEXTS, this.rows.texts())
    const files = new Map<string, readonly Packed[]>()
    for (const [path, text] of texts)
      if (/\.(xml|rels)$/.test(path)) files.set(path, [deflated(Buffer.from(text))])
    return zip(files.set(SHEET, this.sheet(sheet, frame['!ref'], rows)))
  }

  /**
   * The frame's sheet with the rows, and with what the library does not know: rows and columns that stay when the
   * rest scrolls, the filter, and pages that are as wide as the sheet.
   */
  private sheet(frame: string, ref: string, rows: readonly Packed[]): readonly Packed[] {
    const { header, widths } = this.head
    const first = this.frozen()
    const corner = `${letters(first)}${header + 2}`
    const pane = `<pane xSplit="${first}" ySplit="${header + 1}" topLeftCell="${corner}" activePane="bottomRight" state="frozen"/>`
    const all = `A1:${letters(widths.length - 1)}${this.rows.count}`
    const whole = frame
      .replaceAll(`"${ref}"`, `"${all}"`)
      .replace('<sheetPr/>', '')
      .replace('<dimension', '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><dimension')
    const viewed = replaced(
      whole,
      ['<sheetView ', '/>'],
      (attributes) => `<sheetView ${attributes}>${pane}</sheetView>`,
    )
    const { before, after } = between(
      replaced(viewed, ['<pageMargins', '/>'], () => ''),
      '<sheetData>',
      '</sheetData>',
    )!
    return [
      deflated(Buffer.from(`${before}<sheetData>`)),
      ...rows,
      deflated(
        Buffer.from(
          `</sheetData><autoFilter ref="${this.filtered().replaceAll('$', '')}"/>${after.replace('</worksheet>', `${PAGE}</worksheet>`)}`,
        ),
      ),
    ]
  }

  /** One column at least can be scrolled. */
  private frozen(): number {
    return Math.min(this.head.frozen ?? 1, Math.max(this.head.widths.length - 1, 1))
  }

  /** The column names and the rows below them, without the totals at the end. */
  private filtered(): string {
    const { header, widths } = this.head
    return `$A$${header + 1}:$${letters(widths.length - 1)}$${this.rows.lastData}`
  }

  /** Names that a spreadsheet reads: what repeats on each printed page, and the filter. */
  private names(): string {
    const { header, name } = this.head
    const sheet = `'${escaped(name.replaceAll("'", "''"))}'!`
    const row = header + 1
    return [
      `<definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">${sheet}${this.filtered()}</definedName>`,
      `<definedName name="_xlnm.Print_Titles" localSheetId="0">${sheet}$A:$${letters(this.frozen() - 1)},${sheet}$${row}:$${row}</definedName>`,
    ].join('')
  }
}

/** A4 in landscape, as wide as the sheet and as many pages long as it needs, each with its number. */
const PAGE = [
  '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>',
  '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>',
  '<headerFooter><oddFooter>&amp;L&amp;A&amp;RPage &amp;P of &amp;N</oddFooter></headerFooter>',
].join('')

function withNames(book: string, names: string): string {
  return replaced(book, ['<definedNames>', '</definedNames>'], () => '').replace(
    '</sheets>',
    `</sheets><definedNames>${names}</definedNames>`,
  )
}

/** Replaces the first part of a text that stands between two marks, with them. */
function replaced(
  text: string,
  [open, close]: readonly [open: string, close: string],
  by: (inside: string) => string,
): string {
  const found = between(text, open, close)
  return found ? found.before + by(found.inside) + found.after : text
}

function styleObject({ format, bold, marked, align, ruled }: CellStyle): object {
  return {
    ...(format ? { numFmt: format } : null),
    ...(bold ? { font: BOLD_FONT } : null),
    ...(marked ? { fill: HEADER_FILL } : null),
    ...(align ? { alignment: { horizontal: align } } : null),
    ...(ruled ? { border: { top: RULE } } : null),
  }
}

/** The library's styles so that the first is that of a plain cell, and ours follow in the order of `SheetRows`. */
function inOurOrder(
  styles: string,
  numbers: readonly number[],
  wanted: readonly CellStyle[],
): string {
  return replaced(styles, ['<cellXfs ', '</cellXfs>'], (list) => {
    const all = list
      .split('<xf ')
      .slice(1)
      .map((style) => `<xf ${style}`)
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
