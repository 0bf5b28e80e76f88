import type { CommandError } from '~/platform/db/command.server'
import { runCommand } from '~/platform/db/command.server'
import { letters } from '~/platform/files/sheet'
import type { Db } from '~/platform/request/context'
import type { ImportDefinition } from './definition'
import type { Format } from './formats'
import { MAX_SHEET_ROWS } from './limits'
import {
  type CellError,
  type Grid,
  type MappedRows,
  mapRows,
  mergeErrors,
  missingColumns,
  ownErrors,
  type Reading,
  type SheetRead,
} from './mapping'
import { writeText } from './read.server'

/** A sheet that was read and checked. Its form carries it until it is imported. */
export interface CheckedSheet {
  fileName: string
  /** The whole sheet as text, for the form. */
  text: string
  reading: Reading
  /** The sheet's columns by name, each with a sample value. */
  columns: { name: string; sample: string }[]
  /** The formats of columns of numbers and days, by their key. */
  formats: Record<string, Format>
  notes: SheetRead['notes']
  /** The number of rows to import. */
  count: number
  /** Labels of required columns that are not mapped yet. */
  missing: string[]
  errorCount: number
  errors: CellError[]
  preview: PreviewRow[]
  /** The differences that an import of changes makes. */
  changed: { rows: number; cells: number; seen: string } | null
  /** An error that concerns no cell. */
  problem: string | null
  /** How long the check took: documents take as long again to be imported. */
  seconds: number
}

/** A row as it would be imported. `position` is its row in the sheet, from 0. */
export interface PreviewRow {
  position: number
  cells: Record<string, string>
  errors: Record<string, string>
  /** The cells that change: what is there now, and what it becomes. */
  changes: Record<string, { old: string | null; new: string | null }>
}

const SHOWN_ERRORS = 100
const SHOWN_ROWS = 30
/** The most rows that are shown with their changes. */
const SHOWN_CHANGES = 500

interface ImportRequest {
  projectId: string
  idempotencyKey: string
  fileName: string
  grid: Grid
  reading: Reading
  notes: SheetRead['notes']
  /** True to import the sheet when it has no errors. */
  write: boolean
  /** The mark of the difference that was shown before. */
  seen: string
}

/**
 * Lets the database check every row, and import them if requested and without errors. `done` is the
 * number of imported rows, or null when the sheet is shown again.
 */
export async function checkSheet(
  db: Db,
  definition: ImportDefinition,
  request: ImportRequest,
): Promise<{ done: number } | { done: null; sheet: CheckedSheet }> {
  const rows = mapRows(definition, request.grid, request.reading)
  const own = ownErrors(definition, rows)
  const ready = missingColumns(definition, request.reading).length === 0 && rows.rows.length > 0
  if (rows.rows.length > MAX_SHEET_ROWS)
    return shown(
      definition,
      request,
      rows,
      own,
      `${MAX_SHEET_ROWS.toLocaleString('en-US')} rows at most can be imported at once. Import it in parts.`,
    )
  if (!ready) return shown(definition, request, rows, own)
  const began = performance.now()
  const result = await callImport(db, definition, request, rows, request.write && own.length === 0)
  if (!result.ok) return shown(definition, request, rows, own, result.error.message)
  const errors = mergeErrors(definition, own, result.errors, rows)
  if (request.write && errors.length === 0) return { done: rows.rows.length }
  const checked = shown(definition, request, rows, errors, null, result.difference)
  checked.sheet.seconds = (performance.now() - began) / 1000
  return checked
}

interface Difference {
  changes: { row: number; field: string; old: string | null; new: string | null }[]
  seen: string
}

async function callImport(
  db: Db,
  { kind }: ImportDefinition,
  { projectId, idempotencyKey, fileName, seen }: ImportRequest,
  { rows }: MappedRows,
  write: boolean,
): Promise<
  | { ok: true; errors: CellError[]; difference: Difference | null }
  | { ok: false; error: CommandError }
> {
  const result = await runCommand(db, `import_${kind}`, {
    p_project: projectId,
    p_idempotency_key: idempotencyKey,
    p_import: { file_name: fileName, rows, ...(seen ? { seen } : {}) },
    p_check: !write,
  })
  if (!result.ok) return result
  const { errors, changes, seen: mark } = result.data
  return { ok: true, errors, difference: changes && mark ? { changes, seen: mark } : null }
}

function shown(
  definition: ImportDefinition,
  { fileName, grid, reading, notes }: ImportRequest,
  { rows, positions, formats }: MappedRows,
  errors: readonly CellError[],
  problem: string | null = null,
  difference: Difference | null = null,
): { done: null; sheet: CheckedSheet } {
  const wrong = new Map<number, Record<string, string>>()
  for (const { row, field, message } of errors.slice(0, SHOWN_ERRORS))
    wrong.set(row - 1, { ...wrong.get(row - 1), [field]: message })
  const changed = new Map<number, PreviewRow['changes']>()
  for (const { row, field, old, new: becomes } of difference?.changes ?? []) {
    const position = positions[row - 1]!
    changed.set(position, { ...changed.get(position), [field]: { old, new: becomes } })
  }
  // The preview shows each row with an error, and the first of the others up to the limit; of changes, only rows that change.
  let room = difference ? SHOWN_CHANGES : Math.max(SHOWN_ROWS - wrong.size, 5)
  const preview = rows.flatMap((cells, index) => {
    const position = positions[index]!
    const errorsOfRow = wrong.get(position)
    const changes = changed.get(position)
    if (!errorsOfRow && ((difference && !changes) || room-- <= 0)) return []
    return [{ position, cells, errors: errorsOfRow ?? {}, changes: changes ?? {} }]
  })
  return {
    done: null,
    sheet: {
      fileName,
      text: writeText(grid),
      reading,
      columns: columnsOf(grid, reading),
      formats: Object.fromEntries(formats),
      notes,
      count: rows.length,
      missing: missingColumns(definition, reading).map(({ label }) => label),
      errorCount: errors.length,
      errors: errors.slice(0, SHOWN_ERRORS),
      preview,
      changed: difference && {
        rows: changed.size,
        cells: difference.changes.length,
        seen: difference.seen,
      },
      problem,
      seconds: 0,
    },
  }
}

/** Names the sheet's columns by their headers, else by letters as a spreadsheet does. */
function columnsOf(grid: Grid, { header }: Reading): CheckedSheet['columns'] {
  const width = Math.max(0, ...grid.map((row) => row.length))
  const below = grid.slice((header ?? -1) + 1)
  return Array.from({ length: width }, (_, column) => ({
    name: (header === null ? '' : grid[header]?.[column]) || `Column ${letters(column)}`,
    sample: below.find((row) => row[column])?.[column]?.slice(0, 30) ?? '',
  }))
}
