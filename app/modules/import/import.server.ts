import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod/mini'
import { namesOf } from '~/modules/people/queries.server'
import { paths } from '~/paths'
import type { requirePermission } from '~/platform/access/guard.server'
import { allRows, rows } from '~/platform/db/command.server'
import { countOpenBookings, type OpenBookingsOf } from '~/platform/db/open-bookings.server'
import { versionField } from '~/platform/forms/fields'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import type { MakeIntent, Sent } from '~/platform/forms/form-action.server'
import type { Db, Membership } from '~/platform/request/context'
import { problem } from '~/platform/request/errors'
import { isFirstDay } from '~/platform/request/first-day'
import { reply } from '~/platform/request/reply.server'
import { redirectWithToast } from '~/platform/request/toast.server'
import { today } from '~/platform/values/dates'
import { productsOfTrade, TRADES } from '~/platform/values/trades.server'
import { type CheckedSheet, checkSheet } from './check.server'
import { countText, type ImportDefinition } from './definition'
import { listUnstocked, readTypedStock, tradeOf } from './first-stock.server'
import { waysOf } from './formats'
import { type Grid, guessReading, type Reading, type SheetRead } from './mapping'
import { SheetProblem } from './problem.server'
import { IMPORTS, importAt } from './registry'
import { readSentSheet } from './sheet-messages'

type Guarded = Awaited<ReturnType<typeof requirePermission>>

/** A former import. */
export interface PastImport {
  id: string
  fileName: string
  count: number
  undone: boolean
  undoneAt: string | null
  undoneBy: string | null
  version: number
  createdAt: string
  createdBy: string
}

const SHOWN = 20

/** Returns the import of a request or an address; throws a 404 response when there is none. */
export function importOf(from: Request | URL): ImportDefinition {
  const found = importAt((from instanceof URL ? from : new URL(from.url)).pathname)
  if (!found) throw problem(404)
  return found
}

/** Lists the imports that a member may make, with the time of the last of each. */
export async function listLatest(db: Db, { projectId, permissions }: Membership) {
  const mine = IMPORTS.filter(({ permission }) => permissions.includes(permission))
  const found = await allRows(
    db
      .from('imports')
      .select('kind, created_at')
      .eq('project_id', projectId)
      .eq('import_status', 'done')
      .order('id'),
  )
  // The last of a kind replaces those before it.
  const latest = new Map(found.map(({ kind, created_at }) => [kind, created_at]))
  return mine.map(({ kind, title, about }) => ({
    ...{ kind, title, about, latest: latest.get(kind) ?? null },
  }))
}

/** Loads the import screen of a definition. */
export async function loadImport(
  { db, project }: Guarded,
  definition: ImportDefinition,
  trade: string | null,
) {
  return {
    kind: definition.kind,
    title: definition.title,
    project: project.projectId,
    idempotencyKey: newIdempotencyKey(),
    timeZone: project.timeZone,
    // Products alone have lists to begin with.
    trades:
      definition.kind === 'products' ? TRADES.map(({ value, label }) => ({ value, label })) : [],
    begun:
      definition.kind === 'products'
        ? productsOfTrade(trade ?? (await tradeOf(db, project)))
        : null,
    unstocked:
      definition.kind === 'opening_stock' ? await listUnstocked(db, project.projectId) : [],
    today: today(project.timeZone),
    history: await listImports(db, project.projectId, definition.kind),
    touched: await Promise.all(
      (TOUCHED[definition.kind] ?? []).map(async ({ stage, columns }) => ({
        ...{ of: { stage }, columns },
        count: await countOpenBookings(db, project.projectId, { stage }),
      })),
    ),
  }
}

/** Columns of imports of changes that touch bookings. */
const TOUCHED: Partial<
  Record<ImportDefinition['kind'], { stage: OpenBookingsOf['stage']; columns: string[] }[]>
> = {
  product_changes: [
    { stage: 'pending', columns: ['vat_class'] },
    { stage: 'open', columns: ['category1', 'category2', 'category3'] },
  ],
  customer_changes: [{ stage: 'pending', columns: ['vat_class'] }],
}

async function listImports(db: Db, projectId: string, kind: string): Promise<PastImport[]> {
  const found = rows(
    await db
      .from('imports')
      .select(
        'id, file_name, row_count, import_status, undone_at, undone_by, version, created_by, created_at',
      )
      .eq('project_id', projectId)
      .eq('kind', kind)
      .order('id', { ascending: false })
      .limit(SHOWN),
  )
  const names = await namesOf(db, projectId)
  return found.map((made) => ({
    id: made.id,
    fileName: made.file_name,
    count: made.row_count,
    undone: made.import_status === 'undone',
    undoneAt: made.undone_at,
    undoneBy: made.undone_by && (names.get(made.undone_by) ?? '–'),
    version: made.version,
    createdAt: made.created_at,
    createdBy: names.get(made.created_by ?? '') ?? '–',
  }))
}

/** The answer of the action. */
export type ImportReply =
  | { sheet: CheckedSheet }
  /** The sheet could not be read. `text` is the pasted text. */
  | { unread: { message: string; at: 'file' | 'text' | 'typed'; text: string } }

/** The forms of the screen: `read` a sheet, `check` it again, `import` it, `undo` a former import. */
export function importIntents(intent: MakeIntent<ImportDefinition>) {
  return {
    read: answerSheet,
    // The first stock of a company is typed into a form of its own.
    typed: answerSheet,
    check: answerSheet,
    import: answerSheet,
    undo: intent({
      schema: undoSchema,
      command: ({ run, value }) =>
        run('undo_import', { p_import: value.import, p_version: value.version }),
      done: (_, { document: { kind } }) => ({
        to: paths.imports.kind(kind),
        text: 'Import undone.',
        tone: 'info',
      }),
    }),
  }
}

/** Answers with the sheet as it was checked, or imports it when nothing is wrong. */
async function answerSheet({
  db,
  projectId,
  idempotencyKey,
  form,
  intent,
  context,
  url,
  document: definition,
}: Sent<ImportDefinition>) {
  let sheet: { fileName: string; grid: Grid; reading: Reading; notes: SheetRead['notes'] }
  try {
    sheet = await (intent === 'read' ? readNew : intent === 'typed' ? readTyped : readAgain)(
      context,
      form,
      definition,
    )
  } catch (error) {
    if (!(error instanceof SheetProblem)) throw error
    const text = textIn(form, 'pasted')
    const unread = {
      message: error.message,
      at: intent === 'typed' ? ('typed' as const) : text ? ('text' as const) : ('file' as const),
      text,
    }
    return reply<ImportReply>({ unread }, 422)
  }
  const write = intent === 'import' || intent === 'typed'
  const seen = textIn(form, 'seen')
  const result = await checkSheet(db, definition, {
    ...{ projectId, idempotencyKey, write, seen, ...sheet },
  })
  if (result.done === null) return reply<ImportReply>({ sheet: result.sheet }, write ? 422 : 200)
  return redirectWithToast(
    isFirstDay(url) ? paths.home : definition.list.to,
    `${countText(definition, result.done)} imported from ${sheet.fileName}.`,
  )
}

function textIn(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** Reads a new sheet: a file, else the pasted text. */
async function readNew(context: AppLoadContext, form: FormData, definition: ImportDefinition) {
  const file = form.get('file')
  const pasted = textIn(form, 'pasted')
  const isFile = file instanceof File && (file.size > 0 || file.name !== '')
  if (!isFile && !pasted.trim()) throw new SheetProblem('Choose a file, or paste your rows.')
  const fileName = isFile ? file.name.slice(-100) : 'Pasted rows'
  const sent = isFile
    ? { file: new Uint8Array(await file.arrayBuffer()), name: fileName }
    : { pasted }
  const { grid, numeric, days, notes } = await readSentSheet(context, sent)
  return { fileName, grid, reading: { ...guessReading(definition, grid), numeric, days }, notes }
}

/** Reads the rows of a form that has a field for each cell. */
async function readTyped(_: AppLoadContext, form: FormData, definition: ImportDefinition) {
  const grid = readTypedStock(form)
  return { fileName: 'Typed rows', grid, reading: guessReading(definition, grid), notes: [] }
}

/** Reads the sheet of the form again, with the corrected cells and the chosen columns. */
async function readAgain(context: AppLoadContext, form: FormData, definition: ImportDefinition) {
  const { grid } = await readSentSheet(context, { carried: textIn(form, 'sheet') })
  const of = { numeric: columnsIn(form, 'numeric'), days: columnsIn(form, 'days') }
  const fileName = textIn(form, 'file_name').slice(0, 200)
  const notes = form.getAll('note').flatMap((note) => (typeof note === 'string' ? [note] : []))
  for (const [name, value] of form.entries()) {
    const [, row, column] = /^cell\.(\d{1,5})\.(\d{1,2})$/.exec(name) ?? []
    const cells = row === undefined ? undefined : grid[Number(row)]
    if (!cells || typeof value !== 'string') continue
    while (cells.length <= Number(column)) cells.push('')
    cells[Number(column)] = value.replace(/\s+/g, ' ').trim().slice(0, 1000)
  }
  const header = numberIn(form, 'header')
  // Another header row makes the former mapping meaningless, so the columns are mapped again.
  if (textIn(form, 'header') !== textIn(form, 'header_was') && header !== null)
    return {
      ...{ fileName, grid, notes },
      reading: { ...guessReading(definition, [grid[header] ?? []]), header, ...of },
    }
  const mapping = Object.fromEntries(
    definition.columns.map(({ key }) => [key, numberIn(form, `column.${key}`)]),
  )
  const written = Object.fromEntries(
    definition.columns.flatMap(({ key, kind }) => {
      const chosen = waysOf(kind).find(([each]) => each === textIn(form, `written.${key}`))
      return chosen ? [[key, chosen[0]]] : []
    }),
  )
  return { fileName, grid, reading: { header, mapping, written, ...of }, notes }
}

/** Columns of the sheet, which the form carries as "0,3". */
function columnsIn(form: FormData, name: string): number[] {
  const text = textIn(form, name).slice(0, 400)
  return text.split(',').flatMap((each) => (/^\d{1,2}$/.test(each) ? [Number(each)] : []))
}

function numberIn(form: FormData, name: string): number | null {
  const text = textIn(form, name)
  return /^\d{1,5}$/.test(text) ? Number(text) : null
}

const undoSchema = z.object({ import: z.uuid(), version: versionField })
