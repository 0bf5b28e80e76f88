import { type CommandResult, runCommand } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { type Money, parseMoney } from '~/platform/values/money'
import { parseQuantity } from '~/platform/values/quantity'
import type { EditItem } from './items'

interface Typed {
  item_to_edit: EditItem
  what_edit: string
  is_change_live_srp?: boolean
  reason: string
}

/** Requests a correction of one figure of a purchase line. */
export function requestEdit(
  db: Db,
  projectId: string,
  idempotencyKey: string,
  line: { id: string; caseConfig: number },
  { what_edit, ...request }: Typed,
): Promise<CommandResult<{ id: string; version: number }>> {
  const isQuantity = request.item_to_edit === 'quantity'
  const figure: number | Money | null = isQuantity
    ? parseQuantity(what_edit, line.caseConfig)
    : parseMoney(what_edit)
  if (figure === null) {
    const message = isQuantity
      ? 'Enter cases and pieces, such as 3 cs + 5 pc.'
      : 'Enter an amount such as 1,234.50.'
    const error = { status: 422, code: 'figure', field: 'what_edit', message } as const
    return Promise.resolve({ ok: false, error })
  }
  return runCommand(db, 'request_product_edit', {
    p_project: projectId,
    p_idempotency_key: idempotencyKey,
    p_request: { ...request, what_edit: figure, purchase_line_id: line.id },
  })
}

/** Approves one request, which applies it, or rejects it with a note. */
export function decideEdit(
  db: Db,
  {
    projectId,
    idempotencyKey,
    requestId,
  }: { projectId: string; idempotencyKey: string; requestId: string },
  { version, yes, note }: { version: number; yes: boolean; note: string | undefined },
): Promise<CommandResult<unknown>> {
  return runCommand(db, 'decide_product_edit', {
    p_project: projectId,
    p_idempotency_key: idempotencyKey,
    p_request: requestId,
    p_version: version,
    p_decision: yes ? 'approved' : 'rejected',
    p_note: note ?? null,
  })
}

interface Decision {
  decision: 'approved' | 'rejected'
  note?: string
  /** "id~version~idempotencyKey" of each request. */
  picked: string[]
}

/**
 * Decides the requests one after the other. A request that fails does not affect the rest.
 *
 * @returns The number of decided requests, and the reason for each one that failed.
 */
export async function decideEdits(
  db: Db,
  projectId: string,
  { decision, note, picked }: Decision,
): Promise<{ done: number; refused: { id: string; message: string }[] }> {
  const refused = []
  for (const each of picked) {
    const [id = '', version, idempotencyKey = ''] = each.split('~')
    const result = await decideEdit(
      db,
      { projectId, idempotencyKey, requestId: id },
      { version: Number(version), yes: decision === 'approved', note },
    )
    if (!result.ok) refused.push({ id, message: result.error.message })
  }
  return { done: picked.length - refused.length, refused }
}
