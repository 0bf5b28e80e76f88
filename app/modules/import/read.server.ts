import Papa from 'papaparse'
import { oneLine } from './cells'
import { MAX_BYTES, MAX_CELL, MAX_COLUMNS, MAX_SHEET_ROWS } from './limits'
import type { Grid, SheetRead } from './mapping'
import { SheetProblem } from './problem.server'
import { readWorkbook } from './workbook.server'

const MEGABYTES = `${MAX_BYTES / 1_000_000} MB`

/**
 * Reads a sheet from an uploaded file: .xlsx, or text with commas, semicolons or tabs.
 *
 * @throws SheetProblem with advice for the user.
 */
export async function readSheetUpload(content: Buffer, fileName: string): Promise<SheetRead> {
  if (content.length === 0) throw new SheetProblem('The file is empty.')
  if (content.length > MAX_BYTES)
    throw new SheetProblem(
      `The file has ${(content.length / 1_000_000).toFixed(1)} MB; ${MEGABYTES} at most. Keep the needed columns only, or import it in parts.`,
    )
  // The first bytes identify a workbook, whatever the file's name.
  const packed =
    content.length > 4 &&
    ['PK\x03\x04', '\xd0\xcf\x11\xe0'].includes(content.toString('latin1', 0, 4))
  if (packed || /\.xlsx?$/i.test(fileName)) {
    if (!packed) throw new SheetProblem('This is not an Excel file. Save it as .xlsx.')
    const read = await readWorkbook(content)
    return { ...read, grid: usable(read.grid) }
  }
  return ofTexts(readText(decode(content)))
}

/** A sheet whose cells are texts. */
export const ofTexts = (grid: Grid): SheetRead => ({ grid, numeric: [], days: [], notes: [] })

/**
 * Reads a sheet from text: pasted from a spreadsheet (tabs), or a CSV file.
 *
 * @throws SheetProblem with advice for the user.
 */
export function readText(text: string): Grid {
  if (text.includes('\0'))
    throw new SheetProblem('This is not a table. Choose an Excel workbook (.xlsx) or a CSV file.')
  if (Buffer.byteLength(text) > MAX_BYTES)
    throw new SheetProblem(`The file is too large: ${MEGABYTES} at most. Import it in parts.`)
  const delimiter = delimiterOf(text)
  const grid = delimiter === '\t' ? parseTabs(text) : parseDelimited(text, delimiter)
  return usable(grid.map((row) => row.map((cell) => oneLine(cell.replace(KEPT_TEXT, '$1')))))
}

/** Programs write ="0012" into a CSV file for Excel, which would take the zeros away. */
const KEPT_TEXT = /^\s*="([^"]*)"\s*$/

/**
 * Marks that may stand between cells: tabs in rows that are pasted from a spreadsheet, the others in CSV files. The comma is
 * last: it is in numbers and texts of many rows too.
 */
const DELIMITERS = ['\t', ';', '|', ',']
/** The number of rows by which the delimiter is found. */
const LOOKED_AT = 100

/** Finds what stands between cells: with it, most rows have the same number of them, more than one. */
function delimiterOf(text: string): string {
  let best = { delimiter: ',', share: 0, width: 1 }
  for (const delimiter of DELIMITERS) {
    const { data } = Papa.parse<string[]>(text, {
      delimiter,
      preview: LOOKED_AT,
      skipEmptyLines: true,
    })
    const rowsOf = new Map<number, number>()
    for (const { length } of data) rowsOf.set(length, (rowsOf.get(length) ?? 0) + 1)
    rowsOf.delete(1)
    const [width, rows] = [...rowsOf].reduce((a, b) => (b[1] > a[1] ? b : a), [1, 0])
    const share = rows / data.length
    if (share > best.share || (share === best.share && width > best.width))
      best = { delimiter, share, width }
  }
  return best.delimiter
}

function parseDelimited(text: string, delimiter: string): Grid {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter })
  const open = errors.find((error) => error.type === 'Quotes')
  if (open)
    throw new SheetProblem(
      `A quotation mark (") in row ${(open.row ?? 0) + 1} is not closed, so the rows cannot be separated.`,
    )
  return data
}

/**
 * Parses tab-separated text. A spreadsheet quotes cells only for line breaks. Other quotes, as in
 * 2" pipe, are text.
 */
function parseTabs(text: string): Grid {
  const parsed = Papa.parse<string[]>(text, { delimiter: '\t' })
  if (!parsed.errors.some((error) => error.type === 'Quotes')) return parsed.data
  return text.split(/\r\n|\r|\n/).map((line) => line.split('\t'))
}

/** Decodes UTF-8, UTF-16 (Excel's "Unicode text"), else the former encoding of Windows. */
function decode(content: Buffer): string {
  if (content[0] === 0xff && content[1] === 0xfe) return new TextDecoder('utf-16le').decode(content)
  if (content[0] === 0xfe && content[1] === 0xff) return new TextDecoder('utf-16be').decode(content)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    // Node takes it for Latin-1, which has no quotation marks and no euro, unless more may follow.
    return new TextDecoder('windows-1252').decode(content, { stream: true })
  }
}

/** Removes empty rows at the end. Refuses a sheet that is empty or too large. */
function usable(grid: Grid): Grid {
  const rows = grid.slice(0, grid.findLastIndex((row) => row.some(Boolean)) + 1)
  const filled = rows.filter((row) => row.some(Boolean)).length
  if (filled === 0)
    throw new SheetProblem(
      'The sheet is empty. Only the first visible sheet is read, without hidden rows.',
    )
  // The column names need one more row.
  if (filled > MAX_SHEET_ROWS + 1)
    throw new SheetProblem(
      `It has ${filled.toLocaleString('en-US')} rows; ${MAX_SHEET_ROWS.toLocaleString('en-US')} at most can be imported at once. Import it in parts.`,
    )
  const width = Math.max(...rows.map((row) => row.findLastIndex(Boolean) + 1))
  if (width > MAX_COLUMNS)
    throw new SheetProblem(
      `It has ${width} columns; ${MAX_COLUMNS} at most are read. Delete those that are not needed.`,
    )
  const long = rows.findIndex((row) => row.some((cell) => cell.length > MAX_CELL))
  if (long >= 0)
    throw new SheetProblem(
      `A cell of row ${long + 1} has more than ${MAX_CELL.toLocaleString('en-US')} characters. Shorten it, or leave its column out.`,
    )
  const kept = rows.map((row) => row.slice(0, width))
  const text = writeText(kept)
  // In the form, each of these letters takes five or six.
  const escaped = text.split(/["&<>']/).length - 1
  if (Buffer.byteLength(text) + 5 * escaped > MAX_BYTES)
    throw new SheetProblem(
      `It contains more than ${MEGABYTES} of text. Keep the needed columns only, or import it in parts.`,
    )
  return kept
}

/** Writes a sheet as the text in the form. */
export function writeText(grid: Grid): string {
  return Papa.unparse(grid, { delimiter: '\t', newline: '\n' })
}

/**
 * Reads the sheet from the form again.
 *
 * @throws SheetProblem when the text was altered and is not a usable sheet.
 */
export function readCarried(text: string): Grid {
  if (Buffer.byteLength(text) > MAX_BYTES * 1.1) throw new SheetProblem('Too much data.')
  return usable(parseTabs(text).map((row) => row.map(oneLine)))
}
