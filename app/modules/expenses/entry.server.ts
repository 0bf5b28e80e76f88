import type { SubmissionResult } from '@conform-to/react'
import type { ChoiceQuery, Lookups } from '~/platform/forms/choices.server'
import type { Db } from '~/platform/request/context'
import { nextBlanks } from './cheques/document.server'
import { listPayeeOptions, lookupOfVouchers, readVoucherChoices } from './choices.server'
import type { VoucherDocument } from './document.server'
import { findVoucherDuplicates, type VoucherDuplicate } from './duplicates.server'

/** The answer to the form: Conform's result, and the vouchers for the same supplier invoice. */
export interface VoucherAnswer {
  lastResult: SubmissionResult<string[]>
  duplicates: VoucherDuplicate[]
}

/** Reads the options of a voucher's form. */
export async function readEntryChoices(db: Db, projectId: string, voucher?: VoucherDocument) {
  const centers = voucher?.lines.flatMap(({ costCenterId }) => costCenterId ?? []) ?? []
  const own = voucher ? [voucher.payeeId] : []
  const [first, chosen, choices, nextCheques] = await Promise.all([
    listPayeeOptions(db, projectId),
    own.length > 0 ? listPayeeOptions(db, projectId, { ids: own }) : [],
    readVoucherChoices(db, projectId, {
      costCenters: [...new Set(centers)],
      bank: voucher?.bankId,
    }),
    nextBlanks(db, projectId),
  ])
  return {
    payees: [...chosen, ...first.filter(({ id }) => !own.includes(id))],
    ...choices,
    /** The next blank cheque of each account that has a cheque book. */
    nextCheques,
  }
}

/**
 * Reads what the form shows beside its fields for the submitted values. `excludeId` is the voucher
 * that is edited.
 */
export async function readVoucherWarnings(
  db: Db,
  projectId: string,
  payload: Record<string, unknown>,
  excludeId: string | null = null,
): Promise<Omit<VoucherAnswer, 'lastResult'>> {
  const payee = typeof payload.payee_id === 'string' ? payload.payee_id : null
  const query = { payee, invoiceNo: payload.invoice_no, excludeId }
  const duplicates = await findVoucherDuplicates(db, projectId, query)
  return { duplicates }
}

/** The refusal of a form with duplicates that the user has not confirmed. */
export const REVIEW_VOUCHERS = 'Review it, then select this or correct the number.'

/** The choices of the form's pickers. */
export function voucherPickers({ db, projectId }: { db: Db; projectId: string }): Lookups {
  return {
    payee_id: (query: ChoiceQuery) => listPayeeOptions(db, projectId, query),
    category: { lookup: lookupOfVouchers(db, projectId, 'category'), isNew: 'new_category' },
    classification: {
      lookup: lookupOfVouchers(db, projectId, 'classification'),
      isNew: 'new_classification',
    },
  }
}
