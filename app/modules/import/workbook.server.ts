import { zipSync } from 'fflate'
import { readSheet } from 'read-excel-file/node'
import { cellText } from './cells'
import { MAX_COLUMNS, MAX_SHEET_ROWS, MAX_UNPACKED } from './limits'
import type { Grid } from './mapping'
import { SheetProblem } from './problem.server'
import { BrokenZip, unzip, ZipTooLarge } from './zip.server'

/** The last row that may be used, with room for a title and gaps. */
const LAST_ROW = MAX_SHEET_ROWS * 4

const TOO_LARGE =
  'The workbook is too large when unpacked. Copy the sheet alone into a new workbook and try again.'
const BROKEN = 'This file cannot be read: it is no Excel workbook (.xlsx), or it is damaged.'

/**
 * Reads the first sheet of an .xlsx workbook. Formulas count by the values that were saved with the
 * file.
 *
 * @throws SheetProblem with advice for the user.
 */
export async function readWorkbook(file: Buffer): Promise<Grid> {
  // Old Excel files and those with a password begin with these bytes.
  if (file.readUInt32BE(0) === 0xd0cf11e0)
    throw new SheetProblem(
      'This is an old Excel file (.xls), or one with a password. Save it as .xlsx without a password and try again.',
    )
  const parts = await partsOf(file)
  for (const [name, content] of parts)
    if (/worksheets\//i.test(name)) parts.set(name, prepared(content))
  let rows: unknown[][]
  try {
    // The copy is not compressed, so that the reader meets exactly what was measured before.
    const safe = zipSync(Object.fromEntries(parts), { level: 0 })
    rows = await readSheet(Buffer.from(safe), 1)
  } catch {
    throw new SheetProblem(BROKEN)
  }
  return rows.map((row) => row.map(cellText))
}

/** Returns the parts of a workbook that hold cells, within the size limit. */
async function partsOf(file: Buffer): Promise<Map<string, Buffer>> {
  try {
    return await unzip(file, isWanted, MAX_UNPACKED)
  } catch (error) {
    if (error instanceof ZipTooLarge) throw new SheetProblem(TOO_LARGE)
    if (error instanceof BrokenZip) throw new SheetProblem(BROKEN)
    throw error
  }
}

const BESIDES =
  /^xl\/(?:theme|drawings|charts|chartsheets|media|externalLinks|pivot\w*|comments\w*|printerSettings|calcChain|persons|threadedComments)/i

function isWanted(name: string): boolean {
  return /^xl\/.+\.(?:xml|rels)$/i.test(name) && !BESIDES.test(name)
}

/**
 * Checks and prepares a sheet for the reader. A cell names its own position, and the reader fills
 * up to it, so one cell at row 1,000,000,000 would take all memory. The positions are checked
 * first. Failed formulas, which the reader takes for empty, become texts such as #DIV/0!.
 */
function prepared(content: Buffer): Buffer {
  const sheet = content.toString('latin1')
  for (const [, place = ''] of sheet.matchAll(/\sr\s*=\s*["']([^"']*)/g)) {
    const [, letters = '', digits = ''] = /^([A-Z]{0,3})(\d{0,7})$/.exec(place) ?? []
    if (letters === '' && digits === '') throw new SheetProblem(BROKEN)
    if (Number(digits) > LAST_ROW)
      throw new SheetProblem(
        `The sheet reaches down to row ${Number(digits).toLocaleString('en-US')}; ${MAX_SHEET_ROWS.toLocaleString('en-US')} rows at most can be imported at once. Delete the rows below your list, or import it in parts.`,
      )
    if (columnOf(letters) > MAX_COLUMNS)
      throw new SheetProblem(
        `The sheet has columns as far as ${letters}; ${MAX_COLUMNS} columns at most are read. Delete those that are not needed.`,
      )
  }
  return Buffer.from(sheet.replace(/\st="e"/g, ' t="str"'), 'latin1')
}

function columnOf(letters: string): number {
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column
}
