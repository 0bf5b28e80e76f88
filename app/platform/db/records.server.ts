import type { Db } from '../request/context'
import { problem } from '../request/errors'
import { type CommandError, type CommandResult, explain, rows } from './command.server'
import type { Database } from './database.types'

/** Names the row of master data that is written under its table's policy. */
interface Where {
  table: keyof Database['public']['Tables']
  projectId: string
  /** Says a refusal in the table's own words. */
  explained?: (failure: Parameters<typeof explain>[0]) => CommandError
}

/** Adds a row. The idempotency key is its own id, so that the same form sent twice adds one. */
export async function insertRecord(
  db: Db,
  { table, projectId, explained = explain }: Where,
  idempotencyKey: string,
  columns: object,
): Promise<CommandResult<{ id: string }>> {
  // The types of the client know a table by its one name.
  const { error } = await db
    .from(table as 'products')
    .insert({ ...columns, id: idempotencyKey, project_id: projectId } as never)
  if (!error || (error.code === '23505' && error.message.includes(`${table}_pkey`)))
    return { ok: true, data: { id: idempotencyKey } }
  return { ok: false, error: explained(error) }
}

/**
 * Saves columns of a row, unless another user saved it after `version` was read: then it returns `meanwhile`.
 *
 * @throws the 404 page for a missing row or another project's.
 */
export async function updateRecord(
  db: Db,
  { table, projectId, explained = explain }: Where,
  { id, version }: { id: string; version: number },
  columns: object,
  meanwhile: string,
): Promise<CommandResult<{ id: string }>> {
  const of = table as 'products'
  const { data, error } = await db
    .from(of)
    .update(columns as never)
    .eq('project_id', projectId)
    .eq('id', id)
    .eq('version', version)
    .select('id')
  if (error) return { ok: false, error: explained(error) }
  if (data.length > 0) return { ok: true, data: { id } }
  const there = rows(await db.from(of).select('id').eq('project_id', projectId).eq('id', id))
  if (there.length === 0) throw problem(404)
  return { ok: false, error: { status: 409, code: 'stale_version', message: meanwhile } }
}
