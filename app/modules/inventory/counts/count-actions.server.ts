import type { SubmissionResult } from '@conform-to/react'
import { z } from 'zod/mini'
import { versionField } from '~/platform/forms/fields'
import type { MakeIntent, Sent } from '~/platform/forms/form-action.server'
import { reply } from '~/platform/request/reply.server'
import { COUNT_ACTIONS } from './actions'
import type { EntryRefusal } from './components/EntryForm'
import { readSheet } from './lines.server'
import { readCount } from './queries.server'
import { countDecisionSchema } from './schema'
import { type Entry, readEntry, typedIn } from './sheet'

/** The answer of a form of a count that goes back: the sheet's, or that of a decision. */
export type Answer = { entry: EntryRefusal } | { decision: SubmissionResult<string[]> }

/** The forms of a count: its sheet, and the decisions about it. */
export function countIntents(intent: MakeIntent<unknown, unknown, Answer>) {
  const enter = (name: 'save' | 'next' | 'submit') =>
    intent({
      permission: COUNT_ACTIONS[name],
      // The fields are read by the lines of the sheet.
      schema: z.object({}),
      command: async (sent) => ({ ok: true, data: await saveSheet(sent, name === 'submit') }),
      done: (saved, { form, url }) => {
        if (!saved.ok) {
          const { message, entry } = saved
          const { errors, conflicts } = entry
          const refusal = { message, errors, conflicts, typed: typedIn(form) }
          return reply<Answer>({ entry: refusal }, saved.status)
        }
        if (name === 'submit') return 'Submitted for approval.'
        const what = saved.written === 1 ? '1 line' : `${saved.written} lines`
        return {
          to: `${url.pathname}${name === 'next' ? nextPart(url) : url.search}`,
          text: saved.written ? `Saved ${what}.` : 'No changes to save.',
        }
      },
    })
  const decide = (
    name: 'post' | 'send-back' | 'cancel',
    command: 'post_stock_count' | 'send_back_stock_count' | 'cancel_stock_count',
    done: string,
  ) =>
    intent({
      permission: COUNT_ACTIONS[name],
      schema: countDecisionSchema,
      command: ({ run, id, value: { version, reason } }) =>
        run(command, { p_count: id, p_version: version, p_reason: reason }),
      done,
    })
  return {
    save: enter('save'),
    next: enter('next'),
    submit: enter('submit'),
    'take-back': intent({
      permission: COUNT_ACTIONS['take-back'],
      schema: z.object({ version: versionField }),
      command: async ({ run, id, value: { version } }) => ({
        ok: true,
        data: await run('enter_stock_count', {
          p_count: id,
          p_version: version,
          p_lines: { lines: [] },
          p_submit: false,
        }),
      }),
      // The button has no space for an error, so the message is a toast either way.
      done: (result) =>
        result.ok ? 'The count is open again.' : { text: result.error.message, tone: 'danger' },
    }),
    post: decide('post', 'post_stock_count', 'The count is posted with its variances.'),
    'send-back': decide('send-back', 'send_back_stock_count', 'The count is returned for recount.'),
    cancel: decide('cancel', 'cancel_stock_count', 'The count is cancelled.'),
  }
}

type Saved =
  | { ok: true; written: number }
  | { ok: false; status: number; message: string; entry: Entry }

const ATTEMPTS = 4

/**
 * Writes the lines that the user changed. When another user saves at the same moment, the sheet is
 * read again and compared line by line. Only a line that both users counted differently is a
 * conflict; then nothing is written.
 */
async function saveSheet(
  { db, projectId, id, run, form }: Pick<Sent, 'db' | 'projectId' | 'id' | 'run' | 'form'>,
  submit: boolean,
): Promise<Saved> {
  for (let attempt = 1; ; attempt++) {
    const count = await readCount(db, projectId, id)
    const entry = readEntry(form, await readSheet(db, projectId, id))
    // The same form may arrive twice when its first answer was lost. Then there is nothing left to
    // do.
    if (submit && count.status === 'submitted' && isClean(entry)) return { ok: true, written: 0 }
    if (count.status !== 'open') {
      return refused(409, 'This count is no longer open. Your entries are not saved.', entry)
    }
    if (Object.keys(entry.errors).length > 0) {
      return refused(422, 'Some quantities are not valid. Nothing is saved yet.', entry)
    }
    if (entry.conflicts.length > 0) {
      return refused(
        409,
        'Another user counted some of the lines at the same time. Review them and save again.',
        entry,
      )
    }
    if (entry.changed.length === 0 && !submit) return { ok: true, written: 0 }
    const result = await run('enter_stock_count', {
      p_count: id,
      p_version: count.version,
      p_lines: {
        lines: entry.changed.map(({ productId, state, counted }) => ({
          product_id: productId,
          stock_state: state,
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

function nextPart(here: URL): string {
  const search = new URLSearchParams(here.search)
  // Lines that were just counted drop out of the list of uncounted lines and the next ones move up,
  // so the page number stays.
  if (search.get('left') !== '1') search.set('part', String(Number(search.get('part') ?? 1) + 1))
  return `?${search}`
}
