import path from 'node:path'
import { letters } from '~/platform/files/sheet'
import { cellText } from './cells'
import { MAX_COLUMNS, MAX_SHEET_ROWS, MAX_UNPACKED } from './limits'
import type { Grid } from './mapping'
import { SheetProblem } from './problem.server'
import { attributeOf, BrokenXml, readXml } from './xml.server'
import { Archive, BrokenZip, ZipTooLarge } from './zip.server'

/** The last row that may be used, with room for a title and gaps. */
const LAST_ROW = MAX_SHEET_ROWS * 4
/** The last column that a sheet can have, XFD, from 0. */
const LAST_COLUMN = 16_383
/** The most letters of a cell, as Excel has it. */
const LONGEST_CELL = 32_767

const TOO_LARGE =
  'The workbook is too large when unpacked. Copy the sheet alone into a new workbook and try again.'
const BROKEN = 'This file cannot be read: it is no Excel workbook (.xlsx), or it is damaged.'

/**
 * Reads the first sheet of an .xlsx workbook. Formulas count by the values that were saved with the
 * file. Only the parts that hold cells are unpacked, each read once from its beginning to its end.
 *
 * @throws SheetProblem with advice for the user.
 */
export async function readWorkbook(file: Buffer): Promise<Grid> {
  // Old Excel files and those with a password begin with these bytes.
  if (file.readUInt32BE(0) === 0xd0cf11e0)
    throw new SheetProblem(
      'This is an old Excel file (.xls), or one with a password. Save it as .xlsx without a password and try again.',
    )
  try {
    const archive = await Archive.open(file, MAX_UNPACKED)
    const book = await readBook(archive)
    // All are unpacked before one is read, as they share the size limit.
    const sheet = await part(archive, book.sheet)
    const styles = book.styles && (await part(archive, book.styles))
    const texts = book.texts && (await part(archive, book.texts))
    return readCells(sheet, {
      styles: styles ? readStyles(styles) : [],
      texts: texts ? readTexts(texts) : [],
      from1904: book.from1904,
    })
  } catch (error) {
    if (error instanceof ZipTooLarge) throw new SheetProblem(TOO_LARGE)
    if (error instanceof BrokenZip || error instanceof BrokenXml) throw new SheetProblem(BROKEN)
    throw error
  }
}

async function part(archive: Archive, name: string): Promise<Buffer> {
  const content = await archive.read(name)
  if (!content) throw new BrokenZip(name)
  return content
}

/** The parts of a workbook that are read, by their names in the archive. */
interface Book {
  sheet: string
  texts: string | null
  styles: string | null
  /** True when days count from 1904, as on old Macs. */
  from1904: boolean
}

interface Relation {
  id: string
  type: string
  target: string
}

/** Finds the first sheet and what it refers to. Nothing outside of the folder xl is read, no sheet outside of its worksheets. */
async function readBook(archive: Archive): Promise<Book> {
  const office = await relationsOf(archive, '')
  const main = office.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml'
  const relations = await relationsOf(archive, main)
  const sheets: string[] = []
  let from1904 = false
  readXml(await part(archive, main), {
    open(name, attributes, around) {
      if (name === 'sheet' && around.at(-1) === 'sheets')
        sheets.push(attributeOf(attributes, 'id') ?? '')
      if (name === 'workbookPr') from1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '')
    },
  })
  const first = sheets
    .map((id) => relations.find((relation) => relation.id === id))
    .find((relation) => relation?.type === 'worksheet')
  if (!first || !/^xl\/worksheets\/[^/]+$/i.test(first.target)) throw new BrokenXml('No sheet.')
  const beside = (type: string) => {
    const target = relations.find((relation) => relation.type === type)?.target
    return target && /^xl\/[^/]+$/i.test(target) ? target : null
  }
  return {
    sheet: first.target,
    texts: beside('sharedStrings'),
    styles: beside('styles'),
    from1904,
  }
}

/** Reads what a part refers to; the part of an empty name is the whole archive. */
async function relationsOf(archive: Archive, of: string): Promise<Relation[]> {
  const folder = path.posix.dirname(of)
  const content = await archive.read(
    path.posix.join(folder, '_rels', `${path.posix.basename(of)}.rels`),
  )
  const found: Relation[] = []
  if (!content) return found
  readXml(content, {
    open(name, { Id = '', Type = '', Target = '', TargetMode }) {
      if (name !== 'Relationship' || TargetMode === 'External') return
      // From the root of the archive, or from the folder of the part.
      const target = Target.startsWith('/') ? Target.slice(1) : path.posix.join(folder, Target)
      found.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), target })
    },
  })
  return found
}

/** Reads the texts of a workbook, without the pronunciation that stands beside some. */
function readTexts(content: Buffer): string[] {
  const texts: string[] = []
  let text = ''
  readXml(content, {
    open(name) {
      if (name === 'si') text = ''
    },
    text(more, around) {
      if (around.at(-1) === 't' && !around.includes('rPh')) text = longer(text, more)
    },
    close(name) {
      if (name === 'si') texts.push(text)
    },
  })
  return texts
}

/** Adds to the text of a cell. */
function longer(text: string, more: string): string {
  if (text.length + more.length > LONGEST_CELL)
    throw new SheetProblem(
      `A cell holds more than ${LONGEST_CELL.toLocaleString('en-US')} letters. Shorten it and try again.`,
    )
  return text + more
}

/** Excel's own formats of days and times; the others are written out in the file. */
const DAY_FORMATS = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])

/** Returns for each style of cells whether it shows a number as a day. */
function readStyles(content: Buffer): boolean[] {
  const written = new Map<number, string>()
  const numbers: number[] = []
  readXml(content, {
    open(name, { numFmtId, formatCode = '' }, around) {
      if (name === 'numFmt') written.set(Number(numFmtId), formatCode)
      if (name === 'xf' && around.at(-1) === 'cellXfs') numbers.push(Number(numFmtId ?? 0))
    },
  })
  return numbers.map((id) => {
    const code = written.get(id)
    return code === undefined ? DAY_FORMATS.has(id) : isDayFormat(code)
  })
}

/** Tells whether a number format names parts of a day, apart from what it quotes. */
function isDayFormat(code: string): boolean {
  return /[dmyhs]/i.test(code.replace(/"[^"]*"?|\\.|\[[^\]]*\]?|_./g, ''))
}

interface Values {
  texts: readonly string[]
  styles: readonly boolean[]
  from1904: boolean
}

interface OpenCell {
  row: number
  column: number
  type: string
  isDay: boolean
  value: string | null
  hasFormula: boolean
}

function readCells(content: Buffer, { texts, styles, from1904 }: Values): Grid {
  const rows: Grid = []
  let [row, column, width] = [-1, -1, 0]
  let cell: OpenCell | null = null
  const open = (name: string, { r: place, t, s }: Readonly<Record<string, string>>) => {
    if (name === 'row') {
      row = place === undefined ? row + 1 : rowOf(place)
      column = -1
    } else if (name === 'c') {
      const at = place === undefined ? { row, column: column + 1 } : placeOf(place)
      ;({ row, column } = at)
      cell = { ...at, type: t ?? 'n', isDay: isDay(s), ...NOTHING }
      if (column > LAST_COLUMN) throw new BrokenXml('The place of a cell.')
    } else if (cell && name === 'f') cell.hasFormula = true
    else if (cell && (name === 'v' || name === 'is')) cell.value ??= ''
  }
  // Most cells name no style, and a look at a place that no list has takes longer than all the rest.
  const isDay = (style?: string) => style !== undefined && (styles[Number(style)] ?? false)
  const put = (done: OpenCell) => {
    const text = textOf(done)
    if (text === '') return
    requireRoom(done)
    const cells = rows[done.row] ?? []
    cells[done.column] = text
    rows[done.row] = cells
    width = Math.max(width, done.column + 1)
  }
  const textOf = ({ type, value, isDay, hasFormula }: OpenCell): string => {
    // A formula without its value was never computed: what it would show is not known.
    if (value === null) return hasFormula ? '#CALC!' : ''
    if (type === 's') return cellText(texts[Number(value)])
    if (type === 'b') return cellText(value.trim() === '1')
    if (type === 'd') return value.slice(0, 10)
    const number = type === 'n' && value.trim() !== '' ? Number(value) : Number.NaN
    if (Number.isNaN(number)) return cellText(value)
    return (isDay && cellText(dayOf(number, from1904))) || cellText(number)
  }
  readXml(content, {
    open,
    text(more, around) {
      const within = around.at(-1)
      if (!cell || (within !== 'v' && within !== 't') || around.includes('rPh')) return
      cell.value = longer(cell.value ?? '', more)
    },
    close(name) {
      if (name !== 'c' || !cell) return
      put(cell)
      cell = null
    },
  })
  return Array.from(rows, (cells) =>
    Array.from({ length: width }, (_, index) => cells?.[index] ?? ''),
  )
}

/** Returns the day of a number, which counts days from the end of 1899; no day where it is none of the calendar. */
function dayOf(serial: number, from1904: boolean): Date {
  return new Date(
    Date.UTC(from1904 ? 1904 : 1899, from1904 ? 0 : 11, from1904 ? 1 : 30) + serial * 86_400_000,
  )
}

const NOTHING = { value: null, hasFormula: false }

/** Reads the number of a row, from 0. */
function rowOf(place: string): number {
  if (!/^[1-9]\d{0,6}$/.test(place)) throw new BrokenXml('The place of a row.')
  return Number(place) - 1
}

/** Reads the place of a cell, such as B12. */
function placeOf(place: string): { row: number; column: number } {
  const [, letters = '', digits = ''] = /^([A-Z]{1,3})(\d+)$/.exec(place) ?? []
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return { row: rowOf(digits), column: column - 1 }
}

/** Refuses a cell far down or far to the right before room is made for it. */
function requireRoom({ row, column }: OpenCell): void {
  if (row >= LAST_ROW)
    throw new SheetProblem(
      `The sheet reaches down to row ${(row + 1).toLocaleString('en-US')}; ${MAX_SHEET_ROWS.toLocaleString('en-US')} rows at most can be imported at once. Delete the rows below your list, or import it in parts.`,
    )
  if (column >= MAX_COLUMNS)
    throw new SheetProblem(
      `The sheet has columns as far as ${letters(column)}; ${MAX_COLUMNS} columns at most are read. Delete those that are not needed.`,
    )
}
