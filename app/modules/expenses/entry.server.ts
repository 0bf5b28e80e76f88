import type { Submission, SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import type { CommandError } from '~/platform/db/command.server'
import type { Picks } from '~/platform/forms/choices'
import { readPicks } from '~/platform/forms/choices.server'
import { refused } from '~/platform/forms/form.server'
import type { Db } from '~/platform/request/context'
import { withoutBlankTail } from '~/ui/blank-tail'
import { nextBlank } from './cheques/document.server'
import { listCostCenters, listPayeeOptions, listPayingAccounts } from './choices.server'
import type { VoucherDocument } from './document.server'
import { findVoucherDuplicates, type VoucherDuplicate } from './duplicates.server'
import { listCategories } from './queries.server'
import { voucherSchema } from './schema'

/** The answer to the form: Conform's result, and the vouchers for the same supplier invoice. */
export interface EntryAnswer {
  lastResult: SubmissionResult<string[]>
  duplicates: VoucherDuplicate[]
  picks?: Picks
}

/** Reads the options of a voucher's form. */
export async function readChoices(db: Db, projectId: string, voucher?: VoucherDocument) {
  const centers = voucher?.lines.flatMap(({ costCenterId }) => costCenterId ?? []) ?? []
  const own = voucher ? [voucher.payeeId] : []
  const [first, chosen, costCenters, banks, suggestions] = await Promise.all([
    listPayeeOptions(db, projectId),
    own.length > 0 ? listPayeeOptions(db, projectId, { ids: own }) : [],
    listCostCenters(db, projectId, [...new Set(centers)]),
    listPayingAccounts(db, projectId, voucher?.bankId),
    listCategories(db, projectId),
  ])
  const blanks = await Promise.all(
    banks.map(async ({ value }) => [value, await nextBlank(db, projectId, value)] as const),
  )
  return {
    payees: [...chosen, ...first.filter(({ id }) => !own.includes(id))],
    costCenters,
    banks,
    ...suggestions,
    /** The next blank cheque of each account that has a cheque book. */
    nextCheques: Object.fromEntries(blanks.filter(([, no]) => no !== null)) as Record<
      string,
      string
    >,
  }
}

/** Reads the payee of the form as it was sent, also by a name that was typed without scripts. */
export function readVoucherPicks(db: Db, projectId: string, form: FormData): Promise<Picks> {
  return readPicks(form, { payee_id: (query) => listPayeeOptions(db, projectId, query) })
}

/** Parses the voucher form, sent with or without scripts. */
export function parseVoucher(form: FormData) {
  return parseWithZod(withoutBlankTail(form), { schema: voucherSchema })
}

type Parsed = ReturnType<typeof parseVoucher>

/**
 * Builds the answer with the warning for the submitted values. `but` is the voucher that is edited.
 */
export async function answer(
  db: Db,
  projectId: string,
  { payload }: Pick<Parsed, 'payload'>,
  lastResult: SubmissionResult<string[]>,
  excludeId: string | null = null,
): Promise<EntryAnswer> {
  const payee = typeof payload.payee_id === 'string' ? payload.payee_id : null
  const query = { payee, invoiceNo: payload.invoice_no, excludeId }
  const duplicates = await findVoucherDuplicates(db, projectId, query)
  return { lastResult, duplicates }
}

/** Returns the refusal of a form with duplicates that the user has not confirmed. */
export function lookFirst<T>(submission: Submission<T, string[]>): SubmissionResult<string[]> {
  return submission.reply({
    fieldErrors: { again: ['Look at it first, then tick this or correct the number.'] },
  })
}

const FIELDS = /^(lines\[\d+\]\.\w+|\w+)$/

/** Returns a refusal by the database, at its field when the form has it. */
export function refusedVoucher<T>(
  submission: Submission<T, string[]>,
  error: CommandError,
): SubmissionResult<string[]> {
  // The amount of a cheque is not a field: it is the net amount.
  const known = error.field && FIELDS.test(error.field) && error.field !== 'cheque_amount'
  return refused(submission, { ...error, field: known ? error.field : undefined })
}
