import path from 'node:path'
import { codeOf } from './cell-looks'
import { hiddenNotes } from './hidden-notes'
import { MAX_UNPACKED } from './limits'
import type { SheetRead } from './mapping'
import { SheetProblem } from './problem.server'
import { longer, readCells } from './sheet-cells.server'
import { attributeOf, BrokenXml, readXml } from './xml.server'
import { Archive, BrokenZip, ZipTooLarge } from './zip.server'

/** The most styles of cells, as Excel has it. */
const MOST_STYLES = 65_536
/** The most letters of a sheet's name. */
const LONGEST_NAME = 31

const TOO_LARGE =
  'The workbook is too large when unpacked. Copy the sheet alone into a new workbook and try again.'
const BROKEN = 'This file cannot be read: it is not an Excel workbook (.xlsx), or it is damaged.'

/**
 * Reads the first visible sheet of an .xlsx workbook as it looks: numbers in their formats, without hidden rows and
 * columns. Formulas count by the values that were saved with the file. Only the parts that hold cells are unpacked, each
 * read once from its beginning to its end.
 *
 * @throws SheetProblem with advice for the user.
 */
export async function readWorkbook(file: Buffer): Promise<SheetRead> {
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
    const { hidden, ...read } = readCells(sheet, {
      styles: styles ? readStyles(styles) : [],
      texts: texts ? readTexts(texts) : [],
      from1904: book.from1904,
    })
    const { name, hidden: sheets, others } = book
    return { ...read, notes: hiddenNotes({ ...hidden, sheet: name, sheets, others }) }
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
  name: string
  /** The names of hidden sheets. */
  hidden: string[]
  /** The names of the visible sheets behind it. */
  others: string[]
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

/** Finds the first visible sheet and what it refers to. Nothing outside of the folder xl is read, no sheet outside of its worksheets. */
async function readBook(archive: Archive): Promise<Book> {
  const office = await relationsOf(archive, '')
  const main = office.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml'
  const relations = await relationsOf(archive, main)
  const sheets: { name: string; id: string }[] = []
  const hidden: string[] = []
  let from1904 = false
  readXml(await part(archive, main), {
    open(name, attributes, around) {
      if (name === 'sheet' && around.at(-1) === 'sheets') {
        const { name: title = '', state } = attributes
        if (state === 'hidden' || state === 'veryHidden') hidden.push(title.slice(0, LONGEST_NAME))
        else
          sheets.push({
            name: title.slice(0, LONGEST_NAME),
            id: attributeOf(attributes, 'id') ?? '',
          })
      }
      if (name === 'workbookPr') from1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '')
    },
  })
  const [first, ...others] = sheets
    .map(({ name, id }) => ({ name, ...relations.find((relation) => relation.id === id) }))
    .filter(({ type }) => type === 'worksheet')
  if (!first?.target || !/^xl\/worksheets\/[^/]+$/i.test(first.target))
    throw new BrokenXml('No sheet.')
  const beside = (type: string) => {
    const target = relations.find((relation) => relation.type === type)?.target
    return target && /^xl\/[^/]+$/i.test(target) ? target : null
  }
  return {
    sheet: first.target,
    name: first.name,
    hidden,
    others: others.map(({ name }) => name),
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

/** Returns the number format of each style of cells. */
function readStyles(content: Buffer): string[] {
  const written = new Map<number, string>()
  const numbers: number[] = []
  readXml(content, {
    open(name, { numFmtId, formatCode = '' }, around) {
      if (name === 'numFmt' && around.includes('numFmts')) written.set(Number(numFmtId), formatCode)
      if (name === 'xf' && around.at(-1) === 'cellXfs') numbers.push(Number(numFmtId ?? 0))
      if (Math.max(written.size, numbers.length) > MOST_STYLES)
        throw new BrokenXml('Too many styles.')
    },
  })
  return numbers.map((id) => codeOf(id, written))
}
