import { dayNumber } from '../values/dates'
import { UNREADABLE } from '../values/money'
import { type Cell, isTotal, letters, type Row, titleCase } from './sheet'
import { deflated, type Packed } from './zip.server'

/** Sets the look of a cell; a cell without it is plain text. */
export interface CellStyle {
  /** A spreadsheet's number format. */
  format?: string
  bold?: boolean
  /** Stands on the color of the column names. */
  marked?: boolean
  align?: 'left' | 'right'
  /** Has a rule above, as totals have. */
  ruled?: boolean
  /** Is a text to the spreadsheet whatever it begins with, also when somebody edits the cell (`quotePrefix`). */
  quoted?: boolean
}

/** A text that cells have, with the end of such a cell. */
interface Text {
  text: string
  end: string
  length: number
  quoted: boolean
}

const MONEY = '#,##0.00'
const DAY: CellStyle = { format: 'mm/dd/yyyy', align: 'left' }
const BOLD: CellStyle = { bold: true }
const HEADER: CellStyle = { bold: true, marked: true }
const FIGURE_HEADER: CellStyle = { ...HEADER, align: 'right' }
/** Days from 1899-12-30, which Excel counts from, to 1970-01-01. */
const EPOCH = 25_569

/** Letters that are encoded at once: neither many calls nor much text that waits. */
const PIECE = 1 << 14
/** Bytes that are compressed at once. */
const BLOCK = 1 << 20
/** Letters from which on V8 lets a text that is cut out of another one point into it. */
const CUT = 13
/** The most bytes that a letter takes. */
const LETTER = 3

/** Rows of a sheet as the XML of an .xlsx file, while they come in. */
export class SheetRows {
  /** Styles in use: cells name theirs by its place here, from 1; 0 is a plain cell. */
  readonly styles: CellStyle[] = []
  /** The longest text of each column below the header, in characters. */
  readonly longest: number[]
  count = 0
  /** The last row that is no total: a spreadsheet filters and sorts to there. An empty row ends the list. */
  lastData: number
  private ended = false
  /** The column names, and their place among the pieces: they are written last, aligned with what came below them. */
  private names: Row = []
  private namesAt = 0
  private readonly figures: boolean[]
  private readonly pieces: Packed[] = []
  private waiting = ''
  private readonly block = Buffer.allocUnsafe(BLOCK)
  private used = 0
  private readonly letters: string[]
  /** The beginning of a cell in each column, and the number of the row that follows it. */
  private readonly opens: string[]
  private no = ''
  private readonly byFormat = [0, 1, 2].map(() => new Map<string, number>())
  /** Holds each text once, in the order of its first cell. */
  private readonly known = new Map<string, Text>()
  /** The last text of each column, which the next row often has too: to find one among all takes its hash. */
  private readonly last: (Text | undefined)[]
  private readonly list: string[] = []
  private readonly day = this.numbered(DAY)
  private readonly bold = this.numbered(BOLD)
  private readonly marked = this.numbered(HEADER)
  private readonly markedFigure = this.numbered(FIGURE_HEADER)
  private readonly ruled = this.numbered({ ...BOLD, ruled: true })
  /** Styles of texts, by that of the same text without a prefix. */
  private readonly quoted = new Map([
    [0, this.numbered({ quoted: true })],
    [this.bold, this.numbered({ ...BOLD, quoted: true })],
    [this.marked, this.numbered({ ...HEADER, quoted: true })],
    [this.markedFigure, this.numbered({ ...FIGURE_HEADER, quoted: true })],
    [this.ruled, this.numbered({ ...BOLD, ruled: true, quoted: true })],
  ])

  /** @param header index of the row with the column names. */
  constructor(
    columns: number,
    private readonly header: number,
  ) {
    this.letters = Array.from({ length: columns }, (_, column) => letters(column))
    this.opens = this.letters.map((letter) => `<c r="${letter}`)
    this.longest = this.letters.map(() => 0)
    this.last = this.letters.map(() => undefined)
    this.figures = this.letters.map(() => false)
    this.lastData = header + 1
  }

  add(rows: Iterable<Row>): void {
    for (const cells of rows) {
      this.count++
      if (this.count - 1 === this.header) this.keepNames(cells)
      else this.row(cells, this.count - 1 > this.header && isTotal(cells))
      if (this.waiting.length > PIECE) this.encode()
    }
  }

  /** Returns the XML of all rows, in compressed pieces. */
  written(): readonly Packed[] {
    this.pack()
    return this.pieces.toSpliced(this.namesAt, 0, deflated(Buffer.from(this.columnNames())))
  }

  private row(cells: Row, total: boolean): void {
    this.no = String(this.count)
    let xml = `<row r="${this.no}">`
    for (let column = 0; column < (total ? this.letters.length : cells.length); column++) {
      const cell = cells[column]
      if (cell) xml += this.cell(cell, column, total)
      else if (total) xml += `<c r="${this.letters[column]}${this.count}" s="${this.ruled}"/>`
    }
    this.waiting += `${xml}</row>`
    if (this.count <= this.header) return
    if (cells.length === 0) this.ended = true
    if (!total && !this.ended) this.lastData = this.count
  }

  private keepNames(cells: Row): void {
    this.pack()
    this.names = cells
    this.namesAt = this.pieces.length
  }

  /** Writes the column names: those of figures stand on the right, over their figures. */
  private columnNames(): string {
    const row = this.header + 1
    this.no = String(row)
    const cells = this.names.map((name, column) =>
      typeof name === 'string'
        ? this.text(
            titleCase(name),
            column,
            this.figures[column] ? this.markedFigure : this.marked,
            row,
          )
        : '',
    )
    return `<row r="${row}">${cells.join('')}</row>`
  }

  /** The list that cells with a text point into. */
  texts(): string {
    return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" uniqueCount="${this.list.length}">${this.list.join('')}</sst>`
  }

  /** Turns text into bytes: text that waits costs the collector time. */
  private encode(): void {
    const { waiting, block } = this
    this.waiting = ''
    if (waiting.length * LETTER > BLOCK - this.used) this.pack()
    if (waiting.length * LETTER > BLOCK) this.pieces.push(deflated(Buffer.from(waiting)))
    else this.used += block.write(waiting, this.used)
  }

  /** Compresses the bytes at once: a large sheet is seven times as long before. */
  private pack(): void {
    if (this.waiting) this.encode()
    if (this.used > 0) this.pieces.push(deflated(this.block.subarray(0, this.used)))
    this.used = 0
  }

  private cell(cell: NonNullable<Cell>, column: number, total: boolean): string {
    const plain = total ? this.ruled : 0
    if (typeof cell === 'string') return this.text(cell, column, plain)
    if ('bold' in cell && typeof cell.bold === 'string')
      return this.text(cell.bold, column, total ? this.ruled : this.bold)
    if ('day' in cell)
      return cell.day ? this.number(column, this.day, dayNumber(cell.day) + EPOCH) : ''
    if (this.count - 1 > this.header) this.figures[column] = true
    // Amounts go as their digits: no float comes between.
    if ('money' in cell)
      return this.number(column, this.styleOf(cell.format || MONEY, cell.bold, total), cell.money)
    if ('figure' in cell)
      return this.number(column, this.styleOf(cell.format, cell.bold, total), cell.figure)
    if ('formula' in cell) {
      const formula = `<f>${escaped(cell.formula)}</f>`
      const value = cell.value === UNREADABLE ? 0 : cell.value
      return this.number(column, this.styleOf(cell.format ?? MONEY, true, total), value, formula)
    }
    return ''
  }

  private number(column: number, style: number, value: string | number, formula = ''): string {
    // Excel cannot open a file with a number cell that holds no number.
    if (typeof value === 'number' ? !Number.isFinite(value) : value === UNREADABLE)
      return this.text(UNREADABLE, column, 0)
    return `${this.opens[column]}${this.no}" s="${style}">${formula}<v>${value}</v></c>`
  }

  private text(text: string, column: number, style: number, row = this.count): string {
    if (text === '') return ''
    const last = this.last[column]
    const known = last?.text === text ? last : this.textOf(text)
    this.last[column] = known
    // Texts above the header may run over the neighboring cells.
    if (row - 1 > this.header && known.length > this.longest[column]!)
      this.longest[column] = known.length
    if (known.quoted) style = this.quoted.get(style)!
    const look = style === 0 ? '' : `" s="${style}`
    return `${this.opens[column]}${this.no}${look}${known.end}`
  }

  /** Finds a text in the list, or adds it. */
  private textOf(text: string): Text {
    const found = this.known.get(text)
    if (found) return found
    // A copy: a long text that was cut out of a longer one keeps the whole of it.
    const copy = text.length < CUT ? text : structuredClone(text)
    const shown = copy.replace(UNWRITABLE, '')
    const end = `" t="s"><v>${this.known.size}</v></c>`
    const added = { text: copy, end, length: shown.length, quoted: LIKE_FORMULA.test(shown) }
    this.known.set(copy, added)
    this.list.push(`<si><t xml:space="preserve">${escaped(shown)}</t></si>`)
    return added
  }

  private styleOf(format: string, bold = false, ruled = false): number {
    const numbers = this.byFormat[ruled ? 2 : bold ? 1 : 0]!
    let number = numbers.get(format)
    if (number === undefined) {
      number = this.numbered({ format, bold: bold || ruled, ruled })
      numbers.set(format, number)
    }
    return number
  }

  private numbered(style: CellStyle): number {
    return this.styles.push(style)
  }
}

/** Letters that no XML can hold. */
const UNWRITABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
/** Begins like a formula, also in full width: its cell is marked as a text, so that it stays one when somebody edits it. */
const LIKE_FORMULA = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

export function escaped(text: string): string {
  return (
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      // A reader takes _x0041_ for the letter A.
      .replace(/_x(?=[0-9a-f]{4}_)/gi, '_x005F_x')
      .replaceAll('\r', '_x000D_')
  )
}
