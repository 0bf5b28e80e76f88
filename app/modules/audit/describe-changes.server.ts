import { rows } from '~/platform/db/command.server'
import type { Database } from '~/platform/db/database.types'
import type { Db, Membership } from '~/platform/request/context'
import { wayTo, wordOf } from './documents'
import { differences, type FieldDifference, idsIn, type Values } from './labels'

/** One change of one row, in readable form. */
export interface AuditChange {
  id: string
  createdAt: string
  who: string
  kind: string
  /** The document's number or name, and its link. */
  document: string
  to: string | null
  /** The part of the document: a line, the stock of a product; null for its head. */
  part: string | null
  action: string
  /** True when the row was made, so that it has no old values. */
  isNew: boolean
  differences: FieldDifference[]
}

/** A row of the SQL function `audit_trail`. */
export type TrailRow = Omit<
  Database['public']['Functions']['audit_trail']['Returns'][number],
  'id'
> & {
  id: string
}

export type AuditProject = Pick<Membership, 'projectId' | 'timeZone' | 'permissions'>

/** The number of ids that one request may name. */
const IDS_AT_ONCE = 1000

const ACTIONS: Record<string, string> = { insert: 'Created', update: 'Changed', delete: 'Removed' }

/** Names the rows of a table within their document, where they are not the document itself. */
const PARTS: Record<string, string> = {
  bank_balances: 'Statement balance',
  booking_lines: 'Line',
  cash_deposits: 'Cash',
  collection_allocations: 'Allocation',
  inventory: 'Stock',
  memberships: 'Membership',
  purchase_lines: 'Line',
  shared_papers: 'Shared',
  stock_count_lines: 'Count of',
  document_comments: 'Comment',
  document_files: 'File',
  // Up to version 1.2.
  voucher_attachments: 'File',
  voucher_lines: 'Line',
}

/** Makes rows of the trail readable: documents, users, lines and ids get their names. */
export async function describeChanges(
  db: Db,
  project: AuditProject,
  found: readonly TrailRow[],
): Promise<AuditChange[]> {
  const values = found.flatMap(({ before, after }) => [before as Values, after as Values])
  const [names, lines] = await Promise.all([
    readNames(db, project, [
      ...found.flatMap(({ user_id, document_id, row_id }) => [user_id, document_id, row_id]),
      ...idsIn(values),
    ]),
    readLines(
      db,
      project,
      found.filter(({ table_name }) => table_name.endsWith('_lines')).map(({ row_id }) => row_id),
    ),
  ])
  const nameOf = (id: string) => names.get(id) ?? null
  return found.map((row) => {
    const [before, after] = [row.before ?? {}, row.after ?? {}] as [Values, Values]
    const part = PARTS[row.table_name]
    return {
      id: row.id,
      createdAt: row.created_at,
      who: whoOf(row, nameOf),
      kind: wordOf(row.kind),
      document: (row.document_id && nameOf(row.document_id)) || wordOf(row.kind),
      to: row.document_id ? wayTo(row.kind, row.document_id) : null,
      part: part ? [part, partName(row, before, lines, nameOf)].filter(Boolean).join(' ') : null,
      action: ACTIONS[row.action] ?? row.action,
      isNew: row.action === 'insert',
      differences: differences(before, after, {
        nameOf,
        timeZone: project.timeZone,
        self: row.document_id,
      }),
    }
  })
}

/** Names who did it; whoever was the whole office then had nobody who checked it. */
function whoOf({ user_id, alone }: TrailRow, nameOf: (id: string) => string | null): string {
  if (!user_id) return 'The system'
  const name = nameOf(user_id) ?? 'Former user'
  return alone ? `${name} (one-person office)` : name
}

function partName(
  row: TrailRow,
  before: Values,
  lines: ReadonlyMap<string, string>,
  nameOf: (id: string) => string | null,
): string | null {
  const id = row.row_id ?? ''
  if (row.table_name === 'stock_count_lines') return nameOf(id)
  const gone = String(before.line_no ?? '')
  return lines.get(id) ?? (gone && `${gone}, ${nameOf(String(before.product_id)) ?? ''}`)
}

async function readNames(db: Db, project: AuditProject, ids: readonly (string | null)[]) {
  const names = new Map<string, string>()
  for (const some of chunks(ids)) {
    const args = { p_project: project.projectId, p_ids: some }
    for (const { id, label } of rows(await db.rpc('audit_names', args)))
      if (!names.has(id)) names.set(id, label)
  }
  return names
}

async function readLines(db: Db, project: AuditProject, ids: readonly (string | null)[]) {
  const lines = new Map<string, string>()
  for (const some of chunks(ids)) {
    const args = { p_project: project.projectId, p_rows: some }
    for (const { id, line_no, product } of rows(await db.rpc('audit_lines', args)))
      lines.set(id, `${line_no}, ${product}`)
  }
  return lines
}

function chunks(ids: readonly (string | null)[]): string[][] {
  const all = [...new Set(ids.filter((id): id is string => Boolean(id)))]
  return Array.from({ length: Math.ceil(all.length / IDS_AT_ONCE) }, (_, i) =>
    all.slice(i * IDS_AT_ONCE, (i + 1) * IDS_AT_ONCE),
  )
}
