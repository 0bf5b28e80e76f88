import { bankOf } from '~/modules/masters/queries.server'
import { allRows, row, rows } from '~/platform/db/command.server'
import { anyEquals, eachWordIn } from '~/platform/db/search'
import { FIRST_CHOICES, SEARCH_LIMIT } from '~/platform/forms/choices'
import type { ChoiceQuery } from '~/platform/forms/choices.server'
import type { Db } from '~/platform/request/context'
import { isId } from '~/platform/values/ids'

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
  { ids, search, exact }: ChoiceQuery = {},
): Promise<PayeeOption[]> {
  let query = db
    .from('payees')
    .select('id, fname, account_no')
    .eq('project_id', projectId)
    .order('sort_key')
    .order('id')
  if (ids) query = query.in('id', ids.filter(isId))
  else query = query.eq('status', 'active')
  if (search && exact) query = query.or(anyEquals(['fname', 'account_no'], search))
  else for (const word of eachWordIn(['fname', 'account_no'], search)) query = query.or(word)
  const most = ids?.length ?? (search ? SEARCH_LIMIT : FIRST_CHOICES)
  return rows(await query.limit(most)).map(({ id, fname, account_no }) => ({
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
  let query = db
    .from('cost_centers')
    .select('id, cost_center, account_number')
    .eq('project_id', projectId)
    .order('sort_key')
    .order('id')
  query =
    also.length > 0
      ? query.or(`status.eq.active,id.in.(${also.join(',')})`)
      : query.eq('status', 'active')
  return (await allRows(query)).map(centerOf)
}

/** Lists the active releasers by name. */
export async function listReleasers(db: Db, projectId: string): Promise<Choice[]> {
  const found = await allRows(
    db
      .from('releasers')
      .select('id, fname, mname, lname, designation')
      .eq('project_id', projectId)
      .eq('status', 'active')
      .order('sort_key')
      .order('id'),
  )
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

/** The answer of the SQL function `voucher_choices`. */
interface Found {
  cost_centers: { id: string; cost_center: string; account_number: string | null }[]
  banks: { id: string; bank: string; account_no: string }[]
  categories: { category: string | null; classification: string | null }[]
}

/** Reads the choices of vouchers: active cost centers and accounts, and those that are chosen already. */
export async function readVoucherChoices(
  db: Db,
  projectId: string,
  chosen: { costCenters: readonly string[]; bank?: string | null },
): Promise<VoucherChoices> {
  const p_chosen = { cost_centers: [...chosen.costCenters], bank: chosen.bank ?? null }
  const found = row(
    await db.rpc('voucher_choices', { p_project: projectId, p_chosen }),
  ) as unknown as Found
  const names = (list: (string | null)[]) =>
    [...new Set(list.filter((name) => name !== null))].sort((a, b) => a.localeCompare(b))
  return {
    costCenters: found.cost_centers.map(centerOf),
    banks: found.banks.map(bankOf),
    categories: names(found.categories.map(({ category }) => category)),
    classifications: names(found.categories.map(({ classification }) => classification)),
  }
}

const centerOf = ({ id, cost_center, account_number }: Found['cost_centers'][number]): Choice => ({
  value: id,
  label: account_number ? `${cost_center} · ${account_number}` : cost_center,
})
