import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import type { TypedResponse } from '@remix-run/node'
import type { z } from 'zod'
import type { CommandResult } from '~/platform/command.server'
import type { Db } from '~/platform/context'
import { problem } from '~/platform/errors'
import { invalidReply, refusedReply } from '~/platform/form.server'
import type { Intent } from './acts'
import {
  type Act,
  approveVoucher,
  cancelVoucher,
  markPrinted,
  releaseVoucher,
} from './commands.server'
import { cancelSchema, plainSchema, releaseSchema } from './schema'

/** Null when it is done; else the form as it goes back, with what was typed. */
type Refusal = TypedResponse<SubmissionResult<string[]>> | null

/** What the page says when an act is done, after the voucher's name. */
export const DONE: Record<Intent, string> = {
  approve: 'is approved: it can be printed and released.',
  print: 'is printed.',
  release: 'is released.',
  cancel: 'is cancelled.',
}

/** Does one act on a voucher: parses its form, calls its command. */
export function performAct(db: Db, act: Act, intent: Intent, form: FormData): Promise<Refusal> {
  switch (intent) {
    case 'approve':
      return attempt(form, plainSchema, [], (value) => approveVoucher(db, act, value))
    case 'print':
      return attempt(form, plainSchema, [], (value) => markPrinted(db, act, value))
    case 'release':
      return attempt(form, releaseSchema, ['releaser_id', 'date'], (value) =>
        releaseVoucher(db, act, value),
      )
    case 'cancel':
      return attempt(form, cancelSchema, ['reason'], (value) => cancelVoucher(db, act, value))
  }
}

async function attempt<S extends z.ZodType<Record<string, unknown>, Record<string, unknown>>>(
  form: FormData,
  schema: S,
  fields: readonly string[],
  run: (value: z.output<S>) => Promise<CommandResult<unknown>>,
): Promise<Refusal> {
  const submission = parseWithZod(form, { schema })
  if (submission.status !== 'success') return invalidReply(submission)
  const result = await run(submission.value)
  if (result.ok) return null
  const { error } = result
  if (error.status === 404) throw problem(404)
  const field = fields.includes(error.field ?? '') ? error.field : undefined
  return refusedReply(submission, { ...error, field })
}
