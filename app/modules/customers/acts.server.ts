import type { Submission } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import type { TypedResponse } from '@remix-run/node'
import type { z } from 'zod/mini'
import type { CommandResult } from '~/platform/db/command.server'
import { refused } from '~/platform/forms/form.server'
import type { Db } from '~/platform/request/context'
import { reply } from '~/platform/request/reply.server'
import { isSeen } from '~/ui/duplicates'
import type { CustomerAnswer, Intent } from './acts'
import {
  type Act,
  approveCustomer,
  rejectCustomer,
  setActive,
  setCreditLine,
  updateTax,
} from './commands.server'
import { readCustomer } from './document.server'
import type { CustomerDuplicate } from './duplicates'
import { findCustomerDuplicates } from './duplicates.server'
import { activeSchema, approveSchema, creditSchema, rejectSchema, taxSchema } from './schema'

/** Null on success; else the answer to the form, with the user's input. */
type Refusal = TypedResponse<CustomerAnswer> | null

/** The messages of success by action. */
export const DONE: Record<Intent, string> = {
  approve: 'Customer approved.',
  reject: 'Request rejected.',
  tax: 'TIN and business style saved.',
  credit: 'Credit line and terms saved.',
  deactivate: 'Customer deactivated.',
  reactivate: 'Customer reactivated.',
}

/**
 * Runs one action on a customer: parses its form, looks for duplicates where needed, calls its
 * command.
 */
export function performAct(db: Db, act: Act, intent: Intent, form: FormData): Promise<Refusal> {
  switch (intent) {
    case 'approve':
      return attempt(
        form,
        approveSchema,
        (value) => approveCustomer(db, act, value),
        async () => {
          const { name, storeName, tinNo } = await readCustomer(db, act.projectId, act.customerId)
          return findCustomerDuplicates(db, act.projectId, {
            id: act.customerId,
            name,
            storeName,
            tinNo,
          })
        },
      )
    case 'reject':
      return attempt(form, rejectSchema, (value) => rejectCustomer(db, act, value))
    case 'tax':
      return attempt(
        form,
        taxSchema,
        (value) => updateTax(db, act, value),
        ({ tin_no }) =>
          findCustomerDuplicates(db, act.projectId, { id: act.customerId, tinNo: tin_no }),
      )
    case 'credit':
      return attempt(form, creditSchema, (value) => setCreditLine(db, act, value))
    case 'deactivate':
      return attempt(form, activeSchema, (value) => setActive(db, act, value, false))
    case 'reactivate':
      return attempt(form, activeSchema, (value) => setActive(db, act, value, true))
  }
}

async function attempt<S extends z.core.$ZodType<Record<string, unknown>, Record<string, unknown>>>(
  form: FormData,
  schema: S,
  run: (value: z.output<S>) => Promise<CommandResult<unknown>>,
  duplicatesOf?: (value: z.output<S>) => Promise<CustomerDuplicate[]>,
): Promise<Refusal> {
  const submission = parseWithZod(form, { schema })
  if (submission.status !== 'success') {
    return reply({ lastResult: submission.reply() }, submission.status === 'error' ? 422 : 200)
  }
  const duplicates = (await duplicatesOf?.(submission.value)) ?? []
  if (!isSeen(duplicates, submission.value.again)) {
    return reply({ lastResult: askAgain(submission), duplicates }, 422)
  }
  const result = await run(submission.value)
  if (result.ok) return null
  return reply({ lastResult: refused(submission, result.error), duplicates }, result.error.status)
}

/** Returns the form when the customer may be a duplicate, to ask for a confirmation. */
export function askAgain<T>(submission: Submission<T, string[]>): CustomerAnswer['lastResult'] {
  return submission.reply({ fieldErrors: { again: ['Look first, then tick this or correct it.'] } })
}
