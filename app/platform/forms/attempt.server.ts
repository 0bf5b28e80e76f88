import type { Submission, SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import type { TypedResponse } from '@remix-run/node'
import type { z } from 'zod/mini'
import type { CommandError, CommandResult } from '../db/command.server'
import { invalidReply, refusedReply } from './form.server'

/** Null when an act is done; else its form as it goes back, with what was typed. */
export type Refusal = TypedResponse<SubmissionResult<string[]>> | null

/** Parses the form of an act and runs it. `fields` are those that the form shows a refusal beside. */
export async function attempt<
  S extends z.core.$ZodType<Record<string, unknown>, Record<string, unknown>>,
>(
  form: FormData,
  schema: S,
  fields: readonly string[],
  run: (value: z.output<S>) => Promise<CommandResult<unknown>>,
): Promise<Refusal> {
  const submission = parseWithZod(form, { schema })
  if (submission.status !== 'success') return invalidReply(submission)
  const result = await run(submission.value)
  return result.ok ? null : refusal(submission, result.error, fields)
}

/** A refusal at its field when the form has it; else the sentence goes to the form's banner. */
function refusal<T>(
  submission: Submission<T, string[]>,
  error: CommandError,
  fields: readonly string[],
): Refusal {
  const field = fields.find((name) => error.field?.startsWith(name))
  return refusedReply(submission, { ...error, field: field ? error.field : undefined })
}
