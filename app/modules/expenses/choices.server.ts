import { listBankOptions } from '~/modules/masters/queries.server'
import { type ChoiceQuery, type Lookup, lookupAmongNames } from '~/platform/forms/choices.server'
import { findChoices, listChoices } from '~/platform/forms/lists.server'
import type { Db } from '~/platform/request/context'

/** A payee as pickers show it, with the account number for the voucher. */
export interface PayeeOption {
  id: string
  label: string
  detail?: string
  account: string | null
}

/** Lists payees by name: active ones, or those with these ids, active or not. */
export async function listPayeeOptions(
  db: Db,
  projectId: string,
  query: ChoiceQuery = {},
): Promise<PayeeOption[]> {
  const found = await findChoices(db, projectId, 'payees', query)
  return found.map(({ id, fname, account_no }) => ({
    id,
    label: fname,
    ...(account_no ? { detail: `Account ${account_no}` } : {}),
    account: account_no,
  }))
}

interface Choice {
  value: string
  label: string
}

/** Lists the cost centers as options: active ones, and those already on the voucher. */
export async function listCostCenters(
  db: Db,
  projectId: string,
  also: readonly string[] = [],
): Promise<Choice[]> {
  const found = await listChoices(db, projectId, 'cost_centers', also)
  return found.map(({ id, cost_center, account_number }) => ({
    value: id,
    label: account_number ? `${cost_center} · ${account_number}` : cost_center,
  }))
}

/** Lists the active releasers by name. */
export async function listReleasers(db: Db, projectId: string): Promise<Choice[]> {
  const found = await listChoices(db, projectId, 'releasers')
  return found.map(({ id, fname, mname, lname, designation }) => ({
    value: id,
    label: [[fname, mname, lname].filter(Boolean).join(' '), designation]
      .filter(Boolean)
      .join(', '),
  }))
}

/** The choices in forms and filters of vouchers, those of pickers apart. */
export interface VoucherChoices {
  costCenters: Choice[]
  banks: Choice[]
  categories: string[]
  classifications: string[]
}

/** Reads the choices of vouchers: active cost centers and accounts, and those that are chosen already. */
export async function readVoucherChoices(
  db: Db,
  projectId: string,
  chosen: { costCenters: readonly string[]; bank?: string | null },
): Promise<VoucherChoices> {
  const [costCenters, banks, categories] = await Promise.all([
    listCostCenters(db, projectId, chosen.costCenters),
    listBankOptions(db, projectId, chosen.bank ?? null),
    listChoices(db, projectId, 'voucher_categories'),
  ])
  return {
    costCenters,
    banks,
    categories: namesOf(categories, 'category'),
    classifications: namesOf(categories, 'classification'),
  }
}

type NameOfVouchers = 'category' | 'classification'

function namesOf(
  found: readonly Record<NameOfVouchers, string | null>[],
  of: NameOfVouchers,
): string[] {
  const names = new Set(found.map((each) => each[of]).filter((name) => name !== null))
  return [...names].sort((a, b) => a.localeCompare(b))
}

/** Makes the lookup of the categories, or the classifications, that vouchers have. */
export function lookupOfVouchers(db: Db, projectId: string, of: NameOfVouchers): Lookup {
  return lookupAmongNames(async () =>
    namesOf(await listChoices(db, projectId, 'voucher_categories'), of),
  )
}
