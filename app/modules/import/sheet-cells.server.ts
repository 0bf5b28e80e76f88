import { letters } from '~/platform/files/sheet'
import { type Look, lookOfNumber, lookOfText } from './cell-looks'
import { cellText, NO_VALUE } from './cells'
import { LONGEST_CELL, MAX_COLUMNS, MAX_SHEET_ROWS } from './limits'
import type { Grid, SheetRead } from './mapping'
import { SheetProblem } from './problem.server'
import { BrokenXml, readXml } from './xml.server'

/** The last row that may be used, with room for a title and gaps. */
const LAST_ROW = MAX_SHEET_ROWS * 4
/** The last column that a sheet can have, XFD, from 0. */
const LAST_COLUMN = 16_383

/** The parts of a workbook that cells of a sheet refer to. */
interface Values {
  texts: readonly string[]
  /** The number format of each style. */
  styles: readonly string[]
  /** True when days count from 1904, as on old Macs. */
  from1904: boolean
}

interface OpenCell {
  row: number
  column: number
  type: string
  format: string
  value: string | null
  hasFormula: boolean
}

const NOTHING = { value: null, hasFormula: false }

/** The cells of a sheet, with the rows and columns from 0 that were left out because nobody sees them. */
export type SheetCells = Omit<SheetRead, 'notes'> & {
  hidden: { rows: number[]; columns: number[] }
}

/** Reads the cells of a sheet that are visible, as they look. */
export function readCells(content: Buffer, values: Values): SheetCells {
  const found = new Cells()
  let [row, column] = [-1, -1]
  let cell: OpenCell | null = null
  readXml(content, {
    open(name, attributes) {
      const { r: place, t, s } = attributes
      if (name === 'row') {
        row = place === undefined ? row + 1 : rowOf(place)
        column = -1
        found.rowIsHidden = isOn(attributes.hidden) || isNothing(attributes.ht)
      } else if (name === 'col' && (isOn(attributes.hidden) || isNothing(attributes.width))) {
        found.hideColumns(Number(attributes.min), Number(attributes.max))
      } else if (name === 'c') {
        const at = place === undefined ? { row, column: column + 1 } : placeOf(place)
        ;({ row, column } = at)
        if (column > LAST_COLUMN) throw new BrokenXml('The place of a cell.')
        // Most cells name no style, and a look at a place that no list has takes longer than all the rest.
        const format = (s === undefined ? null : values.styles[Number(s)]) ?? 'General'
        cell = { ...at, type: t ?? 'n', format, ...NOTHING }
      } else if (cell && name === 'f') cell.hasFormula = true
      else if (cell && (name === 'v' || name === 'is')) cell.value ??= ''
    },
    text(more, around) {
      const within = around.at(-1)
      if (!cell || (within !== 'v' && within !== 't') || around.includes('rPh')) return
      cell.value = longer(cell.value ?? '', more)
    },
    close(name) {
      if (name !== 'c' || !cell) return
      found.put(cell, lookOf(cell, values))
      cell = null
    },
  })
  return found.all()
}

const isOn = (attribute: string | undefined) => attribute === '1' || attribute === 'true'
/** Tells whether a height or width is 0, as of rows and columns that were dragged shut. */
const isNothing = (size: string | undefined) => size !== undefined && Number(size) === 0

/** The cells that were read so far. */
class Cells {
  rowIsHidden = false
  private readonly rows: Grid = []
  private readonly kinds = { number: new Set<number>(), day: new Set<number>() }
  private readonly columnsHidden = new Set<number>()
  private readonly left = { rows: new Set<number>(), columns: new Set<number>() }
  private width = 0

  hideColumns(from: number, to: number): void {
    const last = Math.min(to, MAX_COLUMNS)
    for (let at = Math.max(from, 1); at <= last; at++) this.columnsHidden.add(at - 1)
  }

  put(at: OpenCell, { text, kind }: Look): void {
    if (text === '') return
    const { row, column } = at
    if (this.rowIsHidden) this.left.rows.add(row)
    else if (this.columnsHidden.has(column)) this.left.columns.add(column)
    else {
      requireRoom(at)
      const cells = this.rows[row] ?? []
      cells[column] = text
      this.rows[row] = cells
      this.width = Math.max(this.width, column + 1)
      if (kind !== 'text') this.kinds[kind].add(column)
    }
  }

  all(): SheetCells {
    return {
      grid: Array.from(this.rows, (cells) =>
        Array.from({ length: this.width }, (_, index) => cells?.[index] ?? ''),
      ),
      numeric: [...this.kinds.number],
      days: [...this.kinds.day],
      hidden: { rows: [...this.left.rows], columns: [...this.left.columns] },
    }
  }
}

const asText = (text: string): Look => ({ text, kind: 'text' })

function lookOf(cell: OpenCell, { texts, from1904 }: Values): Look {
  const { type, value, format, hasFormula } = cell
  // A formula without its value was never computed: what it would show is not known.
  if (hasFormula && (value === null || (type === 'n' && value.trim() === '')))
    return asText(NO_VALUE)
  if (value === null) return asText('')
  if (type === 'b') return asText(cellText(value.trim() === '1'))
  if (type === 'd') return { text: value.slice(0, 10), kind: 'day' }
  const number = type === 'n' && value.trim() !== '' ? Number(value) : Number.NaN
  if (!Number.isNaN(number)) return lookOfNumber(number, format, from1904)
  return asText(lookOfText(cellText(plain(type === 's' ? textAt(texts, value) : value)), format))
}

/**
 * Takes back what workbooks write for letters that XML cannot hold: _x0041_ is A, and _x005F_ the underscore of a text that
 * has such a mark itself. Control characters are spaces.
 */
function plain(text: string): string {
  return text
    .replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => {
      const letter = Number.parseInt(code, 16)
      return letter < 0x20 ? ' ' : String.fromCharCode(letter)
    })
    .replace(/\p{Surrogate}/gu, '\ufffd')
}

function textAt(texts: readonly string[], place: string): string {
  const text = texts[Number(place)]
  if (text === undefined) throw new BrokenXml('The text of a cell.')
  return text
}

/** Adds to the text of a cell. */
export function longer(text: string, more: string): string {
  if (text.length + more.length > LONGEST_CELL)
    throw new SheetProblem(
      `A cell holds more than ${LONGEST_CELL.toLocaleString('en-US')} characters. Shorten it and try again.`,
    )
  return text + more
}

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
