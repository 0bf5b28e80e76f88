import { dayNumber } from './dates'
import type { Money } from './money'
import { zip } from './zip-write.server'

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

const STYLE = { text: 0, header: 1, bold: 2, money: 3, total: 4, day: 5, quoted: 6 } as const
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/**
 * An .xlsx workbook with one sheet (design, page 5): amounts and days are typed cells, texts are string cells,
 * and a text that looks like a formula is marked as quoted, so that editing it does not make it one.
 */
export function workbook(sheet: Sheet): Buffer {
  return zip(
    new Map([
      [
        '[Content_Types].xml',
        `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
      ],
      [
        '_rels/.rels',
        `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ],
      [
        'xl/workbook.xml',
        `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${escaped(sheet.name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ],
      [
        'xl/_rels/workbook.xml.rels',
        `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
      ],
      ['xl/styles.xml', STYLES],
      ['xl/worksheets/sheet1.xml', sheetXml(sheet)],
    ]),
  )
}

const font = (bold: boolean) =>
  `<font>${bold ? '<b/>' : ''}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`
const xf = (format: number, bold: boolean, more = '', rest = '') =>
  `<xf numFmtId="${format}" fontId="${bold ? 1 : 0}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"${more}>${rest}</xf>`

/** In the order of STYLE. Format 4 is #,##0.00; 164 the house's day. */
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="mm/dd/yyyy"/></numFmts><fonts count="2">${font(false)}${font(true)}</fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE7E5DE"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="7">${xf(49, false)}<xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>${xf(49, true)}${xf(4, false)}${xf(4, true)}${xf(164, false, ' applyAlignment="1"', '<alignment horizontal="left"/>')}${xf(49, false, ' quotePrefix="1"')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

function sheetXml({ widths, rows, header }: Sheet): string {
  const columns = widths
    .map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
    .join('')
  const body = rows
    .map((cells, row) => {
      const inside = cells.map((cell, at) =>
        cellXml(cell, `${letters(at)}${row + 1}`, row === header),
      )
      return `<row r="${row + 1}">${inside.join('')}</row>`
    })
    .join('')
  const frozen = `<pane ySplit="${header + 1}" topLeftCell="A${header + 2}" activePane="bottomLeft" state="frozen"/>`
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0">${frozen}</sheetView></sheetViews><cols>${columns}</cols><sheetData>${body}</sheetData><pageSetup paperSize="9" fitToHeight="0"/></worksheet>`
}

function cellXml(cell: Cell, at: string, header: boolean): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'string')
    return textXml(
      cell,
      at,
      header ? STYLE.header : /^[=+\-@\t\r]/.test(cell) ? STYLE.quoted : STYLE.text,
    )
  if ('bold' in cell) return textXml(cell.bold, at, STYLE.bold)
  if ('money' in cell) return `<c r="${at}" s="${STYLE.money}"><v>${cell.money}</v></c>`
  if ('day' in cell)
    return cell.day
      ? `<c r="${at}" s="${STYLE.day}"><v>${dayNumber(cell.day) + 25_569}</v></c>`
      : ''
  return `<c r="${at}" s="${STYLE.total}"><f>${escaped(cell.formula)}</f><v>${cell.value}</v></c>`
}

function textXml(text: string, at: string, style: number): string {
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
}

/** Letters that XML cannot hold are left out. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
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
      'Content-Type': `${TYPE}.sheet`,
      'Content-Disposition': `attachment; filename="${plain}.xlsx"`,
      'Cache-Control': 'private, no-store',
    },
  })
}
