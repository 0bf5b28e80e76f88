import { withoutBrackets } from '~/platform/values/texts'
import { cellProblem, tidy } from './cells'
import type { ImportColumn, ImportDefinition } from './definition'
import { type Format, formatOf, type Written } from './formats'

/** A sheet as texts; rows may be of different lengths. */
export type Grid = string[][]

/** A sheet as it was read. A workbook says more than its texts. */
export interface SheetRead {
  grid: Grid
  /** Columns (from 0) with cells that are numbers in the workbook, and not texts. */
  numeric: readonly number[]
  /** Columns with cells that are days in the workbook. */
  days: readonly number[]
  /** Sentences about what was left out. */
  notes: readonly string[]
}

/** Maps each column of the definition to a column of the sheet (from 0), or to null for none. */
type Mapping = Record<string, number | null>

/**
 * Describes how to read a sheet: the row of its column names (from 0; null: none) and the mapping.
 */
export interface Reading {
  header: number | null
  mapping: Mapping
  /** The ways that the person has chosen for columns, by their key. */
  written?: Record<string, Written>
  numeric?: SheetRead['numeric']
  days?: SheetRead['days']
}

/** The number of rows in which the column names are looked for; a title may stand above them. */
const HEADER_ROWS = 10

/** Finds the row with the column names, and maps them. */
export function guessReading(definition: ImportDefinition, grid: Grid): Reading {
  let best: Reading & { found: number } = { header: null, mapping: {}, found: 0 }
  for (const [row, cells] of grid.slice(0, HEADER_ROWS).entries()) {
    const mapping = guessMapping(definition.columns, cells)
    const found = Object.values(mapping).filter((column) => column !== null).length
    if (found > best.found) best = { header: row, mapping, found }
  }
  if (best.found > 0) return { header: best.header, mapping: best.mapping }
  // Unknown names in the first row are still names, unless there are numbers among them.
  const names = grid[0]?.every((cell) => !/^[\d.,\s]+$/.test(cell)) ?? false
  return { header: names ? 0 : null, mapping: guessMapping(definition.columns, []) }
}

function guessMapping(columns: readonly ImportColumn[], headers: readonly string[]): Mapping {
  const taken = new Set<number>()
  const mapping: Mapping = {}
  const plain = headers.map((header) => new Set([bare(header), bare(withoutBrackets(header))]))
  for (const { key, label, synonyms } of columns) {
    const names = [key, label, ...synonyms].map(bare)
    const at = plain.findIndex(
      (forms, index) => !taken.has(index) && names.some((name) => forms.has(name)),
    )
    mapping[key] = at < 0 ? null : at
    if (at >= 0) taken.add(at)
  }
  return mapping
}

/** Reduces a header to letters and digits in lower case: "Litres / case *" becomes "litrescase". */
function bare(header: string): string {
  return header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** An error of one cell. `row` counts from 1, as the spreadsheet does. */
export interface CellError {
  row: number
  field: string
  message: string
}

/** The rows of a sheet for the SQL command, and the row of the sheet for each (from 0). */
export interface MappedRows {
  /** The keys of columns of texts that have days of a workbook. */
  dayTexts: ReadonlySet<string>
  /** The format of each mapped column of numbers or days, by its key. */
  formats: ReadonlyMap<string, Format>
  rows: Record<string, string>[]
  positions: number[]
}

/** Decides how each mapped column is written, by its key; none for texts. */
function formatsOf(
  definition: ImportDefinition,
  grid: Grid,
  { header, mapping, written, numeric }: Reading,
): Map<string, Format> {
  const formats = new Map<string, Format>()
  for (const { key, kind } of definition.columns) {
    const column = mapping[key]
    if (typeof column !== 'number') continue
    const cells = grid.slice((header ?? -1) + 1).map((row) => row[column] ?? '')
    const areNumbers = numeric?.includes(column) ?? false
    const format = formatOf(kind, cells, { chosen: written?.[key], areNumbers })
    if (format) formats.set(key, format)
  }
  return formats
}

/** Reads the rows below the column names. Empty rows are skipped, and cells of an open column stay as they are. */
export function mapRows(definition: ImportDefinition, grid: Grid, reading: Reading): MappedRows {
  const formats = formatsOf(definition, grid, reading)
  const dayTexts = definition.columns.flatMap(({ key, kind }) =>
    kind === 'text' && reading.days?.includes(reading.mapping[key] ?? -1) ? [key] : [],
  )
  const result: MappedRows = { dayTexts: new Set(dayTexts), formats, rows: [], positions: [] }
  for (const [position, cells] of grid.entries()) {
    if (position <= (reading.header ?? -1) || !cells.some((cell) => cell !== '')) continue
    const row: Record<string, string> = {}
    for (const { key, kind } of definition.columns) {
      const column = reading.mapping[key]
      const cell = column === null || column === undefined ? '' : (cells[column] ?? '')
      const format = formats.get(key)
      if (cell !== '') row[key] = format?.isOpen ? cell : readCell(cell, kind, definition, format)
    }
    result.rows.push(row)
    result.positions.push(position)
  }
  return result
}

/** A word that empties a number when rows are changed. A dash empties a text, and is zero in a column of numbers. */
const EMPTIED = /^(?:none|no limit)$/i

function readCell(
  cell: string,
  kind: ImportColumn['kind'],
  { changes }: ImportDefinition,
  format: Format | undefined,
): string {
  if (changes && format && EMPTIED.test(cell)) return '-'
  return tidy(cell, kind, format?.written)
}

/** Returns the required columns that are not mapped yet. */
export function missingColumns(definition: ImportDefinition, { mapping }: Reading): ImportColumn[] {
  return definition.columns.filter(
    ({ key, required }) => required && typeof mapping[key] !== 'number',
  )
}

/**
 * Finds errors that need no database: columns that can be read in two ways, cells whose value is not certain, and repeated
 * values of unique columns.
 */
export function ownErrors(definition: ImportDefinition, sheet: MappedRows): CellError[] {
  const errors: CellError[] = []
  for (const { key, unique, kind } of definition.columns) {
    const first = new Map<string, number>()
    const isOpen = sheet.formats.get(key)?.isOpen ?? false
    const hasDays = sheet.dayTexts.has(key)
    for (const [index, row] of sheet.rows.entries()) {
      const value = row[key] ?? ''
      const position = sheet.positions[index]! + 1
      if (isOpen && value !== '')
        errors.push({ row: position, field: key, message: openWords(kind) })
      const problem = cellProblem(value, kind) ?? (hasDays && DAY.test(value) ? DAY_TEXT : null)
      if (problem) errors.push({ row: position, field: key, message: problem })
      if (!unique || value === '') continue
      const same = first.get(value.toLowerCase())
      if (same) errors.push({ row: position, field: key, message: `Also in row ${same}.` })
      else first.set(value.toLowerCase(), position)
    }
  }
  return errors
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const DAY_TEXT = 'Excel converted this text to a date. Enter the text again.'

const openWords = (kind: ImportColumn['kind']) =>
  `Choose above how the ${kind === 'date' ? 'dates' : 'numbers'} of this column are written.`

/**
 * Merges these errors with the database's in the order of the sheet, one per cell. The database
 * counts rows from 1, without the header and the empty ones.
 */
export function mergeErrors(
  definition: ImportDefinition,
  own: readonly CellError[],
  found: readonly CellError[],
  { positions }: MappedRows,
): CellError[] {
  const order = new Map(definition.columns.map(({ key }, index) => [key, index]))
  const cells = new Map<string, CellError>()
  const there = found.map((error) => ({ ...error, row: (positions[error.row - 1] ?? 0) + 1 }))
  for (const error of [...own, ...there]) {
    const cell = `${error.row} ${error.field}`
    if (!cells.has(cell)) cells.set(cell, error)
  }
  return [...cells.values()].sort(
    (a, b) => a.row - b.row || (order.get(a.field) ?? 0) - (order.get(b.field) ?? 0),
  )
}
