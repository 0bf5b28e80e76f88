import type { Submission, SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { runCommand } from '~/platform/db/command.server'
import { invalidReply, readIdempotencyKey, refusedReply } from '~/platform/forms/form.server'
import type { Db } from '~/platform/request/context'
import { problem } from '~/platform/request/errors'
import { reply } from '~/platform/request/reply.server'
import { batchSchema } from './schema'

/**
 * Invoices the selected bookings in one transaction, with consecutive numbers. A booking that
 * cannot be invoiced is skipped and reported; a number that is used refuses the whole batch.
 */
export async function invoiceBatch(db: Db, projectId: string, form: FormData) {
  const submission = parseWithZod(form, { schema: batchSchema })
  if (submission.status !== 'success') return invalidReply(submission)
  const { bookings, ...batch } = submission.value
  const result = await runCommand(db, 'set_invoices', {
    p_project: projectId,
    p_idempotency_key: readIdempotencyKey(form),
    p_batch: { ...batch, bookings: bookings.map(read) },
  })
  if (!result.ok) return refusedReply(submission, result.error)
  return reply({ ...done(submission), outcome: result.data }, 200)
}

function done(submission: Submission<unknown, string[]>): SubmissionResult<string[]> {
  return submission.reply({ resetForm: true })
}

/**
 * Parses the value of a checkbox.
 *
 * @throws A 400 response when the value is not one that our pages send.
 */
function read(selected: string): { id: string; version: number } {
  const match = /^([0-9a-f-]{36}):(\d{1,9})$/i.exec(selected)
  if (!match) throw problem(400)
  return { id: match[1]!, version: Number(match[2]) }
}
