import { type CommandResult, isCommandCompleted } from '../db/command.server'
import type { Db } from '../request/context'

/**
 * Tells whether the person was shown all of these and said that the form is meant: `again` is the value of the box of
 * `DuplicateWarning`, which names those that were shown.
 */
export function isSeen(duplicates: readonly { id: string }[], again: unknown): boolean {
  const seen = typeof again === 'string' ? again.split(',') : []
  return duplicates.every(({ id }) => seen.includes(id))
}

interface Sent {
  db: Db
  projectId: string
  form: FormData
  readonly idempotencyKey: string
}

/**
 * Refuses a form while a similar document was not shown, with `message` beside its field `again`; null when it may go on.
 * A form that is sent again after its answer was lost is no duplicate of what it made.
 */
export async function refuseDuplicates(
  sent: Sent,
  duplicates: readonly { id: string }[],
  message: string,
): Promise<CommandResult<never> | null> {
  const { db, projectId, form } = sent
  if (isSeen(duplicates, form.get('again'))) return null
  if (form.has('idempotencyKey') && (await isCommandCompleted(db, projectId, sent.idempotencyKey)))
    return null
  return { ok: false, error: { status: 422, code: 'duplicate', field: 'again', message } }
}
