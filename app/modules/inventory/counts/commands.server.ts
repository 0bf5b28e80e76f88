import type { z } from 'zod/mini'
import { type CommandResult, runCommand } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { readSheet } from './lines.server'
import { readCount } from './queries.server'
import type { countSchema } from './schema'
import { type Entry, readEntry } from './sheet'

/** Identifies one action on one count. */
export interface Act {
  projectId: string
  idempotencyKey: string
  countId: string
}

/** Creates a count sheet. Its book quantities are what is on hand at this moment. */
export function openCount(
  db: Db,
  projectId: string,
  idempotencyKey: string,
  { sheet, ...count }: z.output<typeof countSchema>,
): Promise<CommandResult<{ id: string; lines: number }>> {
  return runCommand(db, 'open_stock_count', {
    p_project: projectId,
    p_idempotency_key: idempotencyKey,
    p_count: { ...count, blind: sheet === 'blind' },
  })
}

type Saved =
  | { ok: true; written: number }
  | { ok: false; status: number; message: string; entry?: Entry }

const ATTEMPTS = 4

/**
 * Writes the lines that the user changed. When another user saves at the same moment, the sheet is
 * read again and compared line by line. Only a line that both users counted differently is a
 * conflict; then nothing is written.
 */
export async function saveSheet(
  db: Db,
  { projectId, idempotencyKey, countId }: Act,
  form: FormData,
  submit: boolean,
): Promise<Saved> {
  for (let attempt = 1; ; attempt++) {
    const count = await readCount(db, projectId, countId)
    const entry = readEntry(form, await readSheet(db, projectId, countId))
    // The same form may arrive twice when its first answer was lost. Then there is nothing left to
    // do.
    if (submit && count.status === 'submitted' && isClean(entry)) return { ok: true, written: 0 }
    if (count.status !== 'open') {
      return refused(409, 'This count is not open any more: what you typed is not saved.', entry)
    }
    if (Object.keys(entry.errors).length > 0) {
      return refused(422, 'Some lines cannot be read: nothing is saved yet.', entry)
    }
    if (entry.conflicts.length > 0) {
      return refused(
        409,
        'Somebody else counted some of these lines meanwhile: look at them, then save again.',
        entry,
      )
    }
    if (entry.changed.length === 0 && !submit) return { ok: true, written: 0 }
    const result = await runCommand(db, 'enter_stock_count', {
      p_project: projectId,
      p_idempotency_key: idempotencyKey,
      p_count: countId,
      p_version: count.version,
      p_lines: {
        lines: entry.changed.map(({ productId, counted }) => ({
          product_id: productId,
          counted: counted === null ? '' : String(counted),
        })),
      },
      p_submit: submit,
    })
    if (result.ok) return { ok: true, written: entry.changed.length }
    if (result.error.code !== 'stale_version' || attempt === ATTEMPTS) {
      return refused(result.error.status, result.error.message, entry)
    }
  }
}

const isClean = (entry: Entry) =>
  entry.changed.length === 0 && Object.keys(entry.errors).length === 0

const refused = (status: number, message: string, entry: Entry): Saved => ({
  ok: false,
  status,
  message,
  entry,
})

/** Takes a submitted count back to correct it. Its lines stay. */
export function takeBack(db: Db, { projectId, idempotencyKey, countId }: Act, version: number) {
  return runCommand(db, 'enter_stock_count', {
    p_project: projectId,
    p_idempotency_key: idempotencyKey,
    p_count: countId,
    p_version: version,
    p_lines: { lines: [] },
    p_submit: false,
  })
}

const DECISIONS = {
  post: 'post_stock_count',
  'send-back': 'send_back_stock_count',
  cancel: 'cancel_stock_count',
} as const

/** Posts a count, returns it for a recount, or cancels it. Each needs a reason. */
export function decideCount(
  db: Db,
  { projectId, idempotencyKey, countId }: Act,
  decision: keyof typeof DECISIONS,
  { version, reason }: { version: number; reason: string },
): Promise<CommandResult<unknown>> {
  return runCommand(db, DECISIONS[decision], {
    p_project: projectId,
    p_idempotency_key: idempotencyKey,
    p_count: countId,
    p_version: version,
    p_reason: reason,
  })
}
