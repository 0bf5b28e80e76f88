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
import { listCategories } from './queries.server'
import { voucherSchema } from './schema'
import { findTwins, type Twin } from './twins.server'

/** What goes back to the form: conform's answer, and the vouchers that pay the same invoice. */
export interface EntryAnswer {
  lastResult: SubmissionResult<string[]>
  twins: Twin[]
  /** The payee that was chosen, as the page's first thousand may lack it. */
  payees: PayeeOption[]
}

/** Everything that the form of a voucher chooses from. */
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
    /** The next blank cheque of each account that has a book. */
    nextCheques: Object.fromEntries(blanks.filter(([, no]) => no !== null)) as Record<
      string,
      string
    >,
  }
}

/** Parses voucher entry, with scripts or without. */
export function parseVoucher(form: FormData) {
  return parseWithZod(withoutBlankTail(form), { schema: voucherSchema })
}

type Parsed = ReturnType<typeof parseVoucher>

/** The answer with the warning that belongs to what was typed. `but`: the voucher that is edited. */
export async function answer(
  db: Db,
  projectId: string,
  { payload }: Pick<Parsed, 'payload'>,
  lastResult: SubmissionResult<string[]>,
  but: string | null = null,
): Promise<EntryAnswer> {
  const payee = typeof payload.payee_id === 'string' ? payload.payee_id : null
  const asked = { payee, invoiceNo: payload.invoice_no, but }
  const twins = await findTwins(db, projectId, asked)
  const chosen = idOf(payee)
  const payees = chosen ? await listPayeeOptions(db, projectId, { also: chosen }) : []
  return { lastResult, twins, payees: payees.filter(({ id }) => id === chosen) }
}

/** The refusal of a form whose twins were not seen. */
export function lookFirst<T>(submission: Submission<T, string[]>): SubmissionResult<string[]> {
  return submission.reply({
    fieldErrors: { again: ['Look at it first, then tick this or correct the number.'] },
  })
}

const FIELDS = /^(lines\[\d+\]\.\w+|\w+)$/

/** What the database refused, at its field when the form has it. */
export function refusedVoucher<T>(
  submission: Submission<T, string[]>,
  error: CommandError,
): SubmissionResult<string[]> {
  // The amount of a cheque is not typed: it is what is paid.
  const known = error.field && FIELDS.test(error.field) && error.field !== 'cheque_amount'
  return refused(submission, { ...error, field: known ? error.field : undefined })
}
