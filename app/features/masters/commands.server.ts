import { type CommandResult, explain, rows } from '~/platform/command.server'
import type { Db } from '~/platform/context'
import { problem } from '~/platform/errors'
import { type MasterKind, masterOf } from './definitions'

type Values = Record<string, string | undefined>
type Result = CommandResult<{ id: string }>

/** Adds an entry. The operation id is its own id, so that the same form sent twice adds one. */
export async function addMaster(
  db: Db,
  projectId: string,
  kind: MasterKind,
  op: string,
  values: Values,
): Promise<Result> {
  const { table } = masterOf(kind)
  const { error } = await db
    .from(table as 'payees')
    .insert({ ...columnsOf(kind, values), id: op, project_id: projectId } as never)
  if (!error || (error.code === '23505' && error.message.includes(`${table}_pkey`)))
    return { ok: true, data: { id: op } }
  return refused(kind, error)
}

/** Saves an entry, or its status, unless somebody saved it after `version` was read. */
export async function saveMaster(
  db: Db,
  projectId: string,
  kind: MasterKind,
  id: string,
  version: number,
  change: Values | { status: 'active' | 'inactive' },
): Promise<Result> {
  const table = masterOf(kind).table as 'payees'
  const { data, error } = await db
    .from(table)
    .update(('status' in change ? change : columnsOf(kind, change as Values)) as never)
    .eq('project_id', projectId)
    .eq('id', id)
    .eq('version', version)
    .select('id')
  if (error) return refused(kind, error)
  if (data.length > 0) return { ok: true, data: { id } }
  const there = rows(await db.from(table).select('id').eq('project_id', projectId).eq('id', id))
  if (there.length === 0) throw problem(404)
  return {
    ok: false,
    error: {
      status: 409,
      code: 'stale_version',
      message: 'Someone saved this meanwhile. Look at it again, then save what you wanted.',
    },
  }
}

/** Every field; what was left empty becomes null, so that saving can also take it away. */
function columnsOf(kind: MasterKind, values: Values): Record<string, string | null> {
  return Object.fromEntries(masterOf(kind).fields.map(({ name }) => [name, values[name] ?? null]))
}

function refused(kind: MasterKind, error: Parameters<typeof explain>[0]): Result {
  if (error.code === '23505')
    return { ok: false, error: { status: 422, code: '23505', ...masterOf(kind).taken } }
  return { ok: false, error: explain(error) }
}
