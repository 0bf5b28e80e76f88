import { createRequire } from 'node:module'
import type { WorkSheet } from 'sheetjs-style'
import { between } from '../values/texts'
import {
  TABLE_PATH,
  TABLE_RELATION,
  tableNames,
  tablePart,
  tableRelations,
  withTable,
} from './data-table.server'
import { type DataHead, letters, type Row, type SheetFile, type SheetHead } from './sheet'
import { SheetRows } from './sheet-rows.server'
import { type CellStyle, SheetStyles } from './sheet-styles.server'
import { escaped, SheetTexts } from './sheet-texts.server'
import { deflated, type Packed, zip } from './zip.server'

const [BOLD_FONT, HEADER_FILL] = [{ bold: true }, { fgColor: { rgb: 'E7E5DE' } }]
const RULE = { style: 'thin', color: { rgb: '1C211E' } }
const sheetPath = (at: number) => `xl/worksheets/sheet${at + 1}.xml`
const TYPES = '[Content_Types].xml'
const STYLES = 'xl/styles.xml'
const BOOK = 'xl/workbook.xml'
const TEXTS = 'xl/sharedStrings.xml'
/** Limits in characters of a column whose width follows from its texts. */
const [NARROWEST, WIDEST] = [8, 48]
/** The room of a filter's button beside a column's name, in characters. */
const BUTTON = 3

/**
 * Loads the library: it is large, and wanted seldom. As an import, Node would read its text once more to find what it exports.
 */
export const library = (): typeof import('sheetjs-style') =>
  createRequire(import.meta.url)('sheetjs-style')

/** A sheet of a workbook. */
interface Part {
  head: SheetHead
  rows: SheetRows
  /** True for the sheet whose rows are a table: it has its filter. */
  table?: boolean
}

/**
 * A workbook while its rows come in. The library makes its frame: styles, widths, what a workbook consists of.
 * The rows are written here, as text at once: an object for each cell was most of a large file's time and
 * memory. Computes on the thread that calls it: modules/reports/workbook-worker.ts is one for it.
 */
export class Workbook implements SheetFile {
  private readonly texts = new SheetTexts()
  private readonly styles = new SheetStyles()
  private readonly parts: Part[] = []
  private readonly names: readonly string[]

  /** @param data the second sheet, if it has one: its rows come by `addData`. */
  constructor(head: SheetHead, data?: DataHead) {
    this.part(head)
    this.names = data ? tableNames(data.names) : []
    if (data) {
      const { rows } = this.part({ ...data, header: 0 }, true)
      rows.add([this.names])
    }
  }

  add(rows: Iterable<Row>): void {
    this.parts[0]!.rows.add(rows)
  }

  addData(rows: Iterable<Row>): void {
    this.parts[1]?.rows.add(rows)
  }

  private part(head: SheetHead, table = false): Part {
    const rows = new SheetRows(head.widths.length, head.header, this.texts, this.styles)
    const part = { head, rows, table }
    this.parts.push(part)
    return part
  }

  async finish(): Promise<Buffer> {
    const xlsx = library()
    const styles = this.styles.list
    // A cell of each style, for their numbers; the real ones take their place.
    const frame: WorkSheet = { A1: { t: 's', v: 'A' } }
    for (const [index, style] of styles.entries())
      frame[`${letters(index)}2`] = { t: 'n', v: index, s: styleObject(style) }
    const ref = `A1:${letters(Math.max(styles.length, 1) - 1)}2`
    const sheets = this.parts.map(({ head, rows }): [string, WorkSheet] => [
      head.name,
      { ...frame, '!ref': ref, '!cols': columnWidths(head, rows) },
    ])
    const book = { SheetNames: sheets.map(([name]) => name), Sheets: Object.fromEntries(sheets) }
    const written = xlsx.write(book, { type: 'buffer', bookType: 'xlsx', bookSST: true })
    const { FileIndex, FullPaths } = xlsx.CFB.read(written, { type: 'buffer' })
    const texts = new Map(
      FullPaths.map((path, index) => [
        path.replace(/^Root Entry\//, ''),
        Buffer.from(FileIndex[index]!.content ?? []).toString(),
      ]),
    )
    const numbers = [...texts.get(sheetPath(0))!.matchAll(/<c r="[A-Z]+2" s="(\d+)"/g)].map(
      ([, no]) => Number(no),
    )
    const bodies = this.parts.map((part, at) => sheetOf(part, texts.get(sheetPath(at))!, ref))
    texts.set(BOOK, withNames(texts.get(BOOK)!, this.parts.map(namesOf).join('')))
    texts.set(STYLES, inOurOrder(texts.get(STYLES)!, numbers, styles))
    if (this.names.length > 0) this.addTable(texts)
    const files = new Map<string, readonly Packed[]>()
    for (const [path, text] of texts)
      if (/\.(xml|rels)$/.test(path)) files.set(path, [deflated(Buffer.from(text))])
    for (const [at, body] of bodies.entries()) files.set(sheetPath(at), body)
    return zip(files.set(TEXTS, [this.texts.written()]))
  }

  /** Adds the parts of the table to those of the workbook. */
  private addTable(texts: Map<string, string>): void {
    texts.set(TABLE_PATH, tablePart(this.names, this.parts[1]!.rows.count - 1))
    texts.set('xl/worksheets/_rels/sheet2.xml.rels', tableRelations())
    texts.set(TYPES, withTable(texts.get(TYPES)!))
  }
}

/** Returns the widths of a sheet's columns: each shows its figures, and its name beside the button of the filter. */
function columnWidths({ widths }: SheetHead, rows: SheetRows) {
  return widths.map((width, column) => ({
    wch: Math.max(
      width ?? Math.min(Math.max(rows.longest[column]!, NARROWEST) + 1, WIDEST),
      rows.nameLength(column) + BUTTON,
    ),
  }))
}

/**
 * The frame's sheet with the rows, and with what the library does not know: rows and columns that stay when the
 * rest scrolls, the filter, and pages that are as wide as the sheet.
 */
function sheetOf({ head, rows, table }: Part, frame: string, ref: string): readonly Packed[] {
  const { header, widths } = head
  const first = frozen(head)
  const corner = `${letters(first)}${header + 2}`
  const pane = `<pane xSplit="${first}" ySplit="${header + 1}" topLeftCell="${corner}" activePane="bottomRight" state="frozen"/>`
  const all = `A1:${letters(widths.length - 1)}${rows.count}`
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
  const filter = table ? '' : `<autoFilter ref="${filtered(head, rows).replaceAll('$', '')}"/>`
  const tables = table
    ? `<tableParts count="1"><tablePart r:id="${TABLE_RELATION}"/></tableParts>`
    : ''
  return [
    deflated(Buffer.from(`${before}<sheetData>`)),
    ...rows.written(),
    deflated(
      Buffer.from(
        `</sheetData>${filter}${after.replace('</worksheet>', `${PAGE}${tables}</worksheet>`)}`,
      ),
    ),
  ]
}

/** One column at least can be scrolled. */
function frozen({ frozen: columns = 1, widths }: SheetHead): number {
  return Math.min(columns, Math.max(widths.length - 1, 1))
}

/** The column names and the rows below them, without the totals at the end. */
function filtered({ header, widths }: SheetHead, { lastData }: SheetRows): string {
  return `$A$${header + 1}:$${letters(widths.length - 1)}$${lastData}`
}

/** Names that a spreadsheet reads: what repeats on each printed page, and the filter. */
function namesOf({ head, rows, table }: Part, at: number): string {
  const sheet = `'${escaped(head.name.replaceAll("'", "''"))}'!`
  const row = head.header + 1
  const filter = `<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">${sheet}${filtered(head, rows)}</definedName>`
  return [
    ...(table ? [] : [filter]),
    `<definedName name="_xlnm.Print_Titles" localSheetId="${at}">${sheet}$A:$${letters(frozen(head) - 1)},${sheet}$${row}:$${row}</definedName>`,
  ].join('')
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

/** The library's styles so that the first is that of a plain cell, and ours follow in the order of `SheetStyles`. */
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
