import type { Submission, SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import type { CommandError } from '~/platform/db/command.server'
import { refused } from '~/platform/forms/form.server'
import type { Db } from '~/platform/request/context'
import { idOf } from '~/platform/values/ids'
import { withoutBlankTail } from '~/ui/blank-tail'
import { nextBlank } from './cheques/document.server'
import {
  listCostCenters,
  listPayeeOptions,
  listPayingAccounts,
  type PayeeOption,
} from './choices.server'
import type { VoucherDocument } from './document.server'
import { findVoucherDuplicates, type VoucherDuplicate } from './duplicates.server'
import { listCategories } from './queries.server'
import { voucherSchema } from './schema'

/** The answer to the form: Conform's result, and the vouchers for the same supplier invoice. */
export interface EntryAnswer {
  lastResult: SubmissionResult<string[]>
  duplicates: VoucherDuplicate[]
  /** The chosen payee, which the page's first thousand may lack. */
  payees: PayeeOption[]
}

/** Reads the options of a voucher's form. */
export async function readChoices(db: Db, projectId: string, voucher?: VoucherDocument) {
  const centers = voucher?.lines.flatMap(({ costCenterId }) => costCenterId ?? []) ?? []
  const [payees, costCenters, banks, suggestions] = await Promise.all([
    listPayeeOptions(db, projectId, { also: voucher?.payeeId }),
    listCostCenters(db, projectId, [...new Set(centers)]),
    listPayingAccounts(db, projectId, voucher?.bankId),
    listCategories(db, projectId),
  ])
  const blanks = await Promise.all(
    banks.map(async ({ value }) => [value, await nextBlank(db, projectId, value)] as const),
  )
  return {
    payees,
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
  const chosen = idOf(payee)
  const payees = chosen ? await listPayeeOptions(db, projectId, { also: chosen }) : []
  return { lastResult, duplicates, payees: payees.filter(({ id }) => id === chosen) }
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
