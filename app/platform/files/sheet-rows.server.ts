import { dayNumber } from '../values/dates'
import { UNREADABLE } from '../values/money'
import { type Cell, isTotal, letters, type Row, titleCase } from './sheet'
import type { SheetStyles } from './sheet-styles.server'
import { escaped, type SheetTexts, type Text } from './sheet-texts.server'
import { deflated, type Packed } from './zip.server'

const MONEY = '#,##0.00'
/** Days from 1899-12-30, which Excel counts from, to 1970-01-01. */
const EPOCH = 25_569

/** Letters that are encoded at once: neither many calls nor much text that waits. */
const PIECE = 1 << 14
/** Bytes that are compressed at once. */
const BLOCK = 1 << 20
/** The most bytes that a letter takes. */
const LETTER = 3

/** Rows of a sheet as the XML of an .xlsx file, while they come in. */
export class SheetRows {
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
  /** The last text of each column, which the next row often has too: to find one among all takes its hash. */
  private readonly last: (Text | undefined)[]

  /** @param header index of the row with the column names. */
  constructor(
    columns: number,
    private readonly header: number,
    private readonly texts: SheetTexts,
    private readonly styles: SheetStyles,
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
      else if (total)
        xml += `<c r="${this.letters[column]}${this.count}" s="${this.styles.ruled}"/>`
    }
    this.waiting += `${xml}</row>`
    if (this.count <= this.header) return
    if (cells.length === 0) this.ended = true
    if (!total && !this.ended) this.lastData = this.count
  }

  /** Returns the letters of a column's name. */
  nameLength(column: number): number {
    const name = this.names[column]
    return typeof name === 'string' ? name.length : 0
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
            this.figures[column] ? this.styles.markedFigure : this.styles.marked,
            row,
          )
        : '',
    )
    return `<row r="${row}">${cells.join('')}</row>`
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
    const plain = total ? this.styles.ruled : 0
    if (typeof cell === 'string') return this.text(cell, column, plain)
    if ('bold' in cell && typeof cell.bold === 'string')
      return this.text(cell.bold, column, total ? this.styles.ruled : this.styles.bold)
    if ('day' in cell)
      return cell.day ? this.number(column, this.styles.day, dayNumber(cell.day) + EPOCH) : ''
    if (this.count - 1 > this.header) this.figures[column] = true
    // Amounts go as their digits: no float comes between.
    if ('money' in cell)
      return this.number(column, this.styles.of(cell.format || MONEY, cell.bold, total), cell.money)
    if ('figure' in cell)
      return this.number(column, this.styles.of(cell.format, cell.bold, total), cell.figure)
    if ('formula' in cell) {
      const formula = `<f>${escaped(cell.formula)}</f>`
      const value = cell.value === UNREADABLE ? 0 : cell.value
      return this.number(column, this.styles.of(cell.format ?? MONEY, true, total), value, formula)
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
    const known = last?.text === text ? last : this.texts.of(text)
    this.last[column] = known
    // Texts above the header may run over the neighboring cells.
    if (row - 1 > this.header && known.length > this.longest[column]!)
      this.longest[column] = known.length
    if (known.quoted) style = this.styles.quoted.get(style)!
    const look = style === 0 ? '' : `" s="${style}`
    return `${this.opens[column]}${this.no}${look}${known.end}`
  }
}
