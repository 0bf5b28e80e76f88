import { type CommandError, type CommandResult, explain } from '~/platform/db/command.server'
import { insertRecord, updateRecord } from '~/platform/db/records.server'
import type { Sent } from '~/platform/forms/form-action.server'
import { type MasterKind, masterOf } from './definitions'

type Values = Record<string, string | undefined>
type Result = CommandResult<{ id: string }>

/** Adds an entry. */
export function addMaster(
  { db, projectId, idempotencyKey }: Pick<Sent, 'db' | 'projectId' | 'idempotencyKey'>,
  kind: MasterKind,
  values: Values,
): Promise<Result> {
  return insertRecord(db, whereOf(kind, projectId), idempotencyKey, columnsOf(kind, values))
}

/** Saves an entry or its status, unless another user saved it after `version` was read. */
export function saveMaster(
  { db, projectId, id }: Pick<Sent, 'db' | 'projectId' | 'id'>,
  kind: MasterKind,
  version: number,
  change: Values | { status: 'active' | 'inactive' },
): Promise<Result> {
  return updateRecord(
    db,
    whereOf(kind, projectId),
    { id, version },
    'status' in change ? change : columnsOf(kind, change as Values),
    'This record was changed by another user. Review the changes and try again.',
  )
}

/**
 * Returns all columns of an entry. Empty fields become null, so that saving can also clear a value.
 */
function columnsOf(kind: MasterKind, values: Values): Record<string, string | null> {
  return Object.fromEntries(masterOf(kind).fields.map(({ name }) => [name, values[name] ?? null]))
}

function whereOf(kind: MasterKind, projectId: string) {
  const { table, taken } = masterOf(kind)
  const explained = (error: Parameters<typeof explain>[0]): CommandError =>
    error.code === '23505' ? { status: 422, code: '23505', ...taken } : explain(error)
  return { table, projectId, explained }
}
