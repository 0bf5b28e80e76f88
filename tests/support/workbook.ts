import { deflated, zip } from '../../app/platform/files/zip.server.ts'

/** A cell: text, a number, a day, a formula with the value it had, a number or text in a format. */
export type TestCell =
  | string
  | number
  | null
  | Date
  | { formula: string; value: string | number }
  | { shows: string | number; format: string }

interface Hidden {
  /** Numbers of rows, from 1. */
  rows?: number[]
  /** Numbers of columns, from 1. */
  columns?: number[]
}

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** The parts of an .xlsx workbook with one sheet, as Excel writes them. */
export function workbookParts(rows: TestCell[][], hidden: Hidden = {}): Record<string, string> {
  const strings: string[] = []
  const formats: string[] = []
  const cell = (value: TestCell, row: number, column: number): string => {
    const at = `${String.fromCharCode(65 + column)}${row + 1}`
    if (value === null) return ''
    if (typeof value === 'string') {
      strings.push(value)
      return `<c r="${at}" t="s"><v>${strings.length - 1}</v></c>`
    }
    if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`
    if (value instanceof Date)
      return `<c r="${at}" s="1"><v>${value.getTime() / 86_400_000 + 25_569}</v></c>`
    if ('shows' in value) {
      const style = formats.push(value.format) + 1
      if (typeof value.shows === 'number')
        return `<c r="${at}" s="${style}"><v>${value.shows}</v></c>`
      return `<c r="${at}" s="${style}" t="inlineStr"><is><t>${escaped(value.shows)}</t></is></c>`
    }
    const type = typeof value.value === 'string' ? (value.value.startsWith('#') ? 'e' : 'str') : 'n'
    return `<c r="${at}" t="${type}"><f>${escaped(value.formula)}</f><v>${escaped(String(value.value))}</v></c>`
  }
  const sheet = rows
    .map(
      (row, r) =>
        `<row r="${r + 1}"${hiddenIf(hidden.rows?.includes(r + 1))}>${row.map((value, c) => cell(value, r, c)).join('')}</row>`,
    )
    .join('')
  const columns = (hidden.columns ?? []).map((at) => `<col min="${at}" max="${at}" hidden="1"/>`)
  return {
    '[Content_Types].xml':
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="Products" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<?xml version="1.0"?><styleSheet xmlns="${MAIN}"><numFmts>${formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`).join('')}</numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/>${formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`).join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<?xml version="1.0"?><sst xmlns="${MAIN}">${strings.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
    'xl/worksheets/sheet1.xml': `<?xml version="1.0"?><worksheet xmlns="${MAIN}"><cols>${columns.join('')}</cols><sheetData>${sheet}</sheetData></worksheet>`,
  }
}

/** An .xlsx file. */
export function workbook(rows: TestCell[][], hidden?: Hidden): Buffer {
  return zipFiles(workbookParts(rows, hidden))
}

const hiddenIf = (isHidden: boolean | undefined) => (isHidden ? ' hidden="1"' : '')

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** An archive of these files, compressed; `claim` lies about their size. */
export function zipFiles(files: Record<string, string | Buffer>, claim?: number): Buffer {
  const contents = Object.entries(files).map(
    ([path, content]) => [path, [deflated(Buffer.from(content as string))]] as const,
  )
  const archive = zip(new Map(contents))
  if (claim === undefined) return archive
  const entry = (from: number) => archive.indexOf('PK\x01\x02', from, 'latin1')
  for (let at = entry(0); at >= 0; at = entry(at + 1)) archive.writeUInt32LE(claim, at + 24)
  return archive
}
