import type { CommandResult } from '~/platform/db/command.server'
import { attempt, type Refusal } from '~/platform/forms/attempt.server'
import type { Db } from '~/platform/request/context'
import { problem } from '~/platform/request/errors'
import type { Intent } from './acts'
import {
  type Act,
  approveVoucher,
  cancelVoucher,
  markPrinted,
  releaseVoucher,
} from './commands.server'
import { cancelSchema, plainSchema, releaseSchema } from './schema'

/** The messages of success by action, following the voucher's name. */
export const DONE: Record<Intent, string> = {
  approve: 'is approved: it can be printed and released.',
  print: 'is printed.',
  release: 'is released.',
  cancel: 'is cancelled.',
}

/** Runs one action on a voucher: parses its form, calls its command. */
export function performAct(db: Db, act: Act, intent: Intent, form: FormData): Promise<Refusal> {
  switch (intent) {
    case 'approve':
      return attempt(form, plainSchema, [], (value) => found(approveVoucher(db, act, value)))
    case 'print':
      return attempt(form, plainSchema, [], (value) => found(markPrinted(db, act, value)))
    case 'release':
      return attempt(form, releaseSchema, ['releaser_id', 'date'], (value) =>
        found(releaseVoucher(db, act, value)),
      )
    case 'cancel':
      return attempt(form, cancelSchema, ['reason'], (value) =>
        found(cancelVoucher(db, act, value)),
      )
  }
}

/** Turns a missing voucher into the 404 page instead of an error of the form. */
async function found<T>(sent: Promise<CommandResult<T>>): Promise<CommandResult<T>> {
  const result = await sent
  if (!result.ok && result.error.status === 404) throw problem(404)
  return result
}
