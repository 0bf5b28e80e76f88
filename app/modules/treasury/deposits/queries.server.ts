import { row } from '~/platform/db/command.server'
import { encodeCursor, type Keyset, type Listed, type Page } from '~/platform/db/keyset'
import { sortKeyOrders } from '~/platform/db/orders'
import { readPage } from '~/platform/db/page.server'
import type { Db } from '~/platform/request/context'
import { readSearchParams } from '~/platform/request/search-params'
import { type Money, money } from '~/platform/values/money'

/** A deposit slip in the list. */
export interface SlipRow {
  id: string
  slipNo: string
  depositedOn: string
  bank: string
  accountNo: string
  cheques: number
  /** The number of cheques without an outcome; `returned` counts those that the bank returned. */
  waiting: number
  returned: number
  chequeAmount: Money
  cash: Money
  total: Money
}

interface SlipFilters {
  search: string | null
  bank_id: string | null
  from: string | null
  to: string | null
}

/** Reads the filters of the list from its address. */
export function readSlipFilters(url: string, banks: readonly { value: string }[]): SlipFilters {
  const searchParams = readSearchParams(url)
  return {
    search: searchParams.text('q'),
    bank_id: searchParams.option('bank', banks),
    from: searchParams.day('from'),
    to: searchParams.day('to'),
  }
}

/** Orders of the list, newest first unless another is chosen. */
export const SLIP_ORDERS = sortKeyOrders({
  on: 'day',
  slip: 'number',
  account: 'text',
  total: 'figure',
})

interface Slips extends Page<Listed<SlipRow>> {
  /** The number of all slips that the filters find. */
  count: number
  allCheques: Money
  allCash: Money
}

/** Reads one page of the slips in the order of `sort`, with the sums of all. */
export async function listSlips(
  db: Db,
  projectId: string,
  keyset: Keyset,
  filters: SlipFilters & { sort: string },
): Promise<Slips> {
  const page = await readPage(keyset, (cursor) =>
    db.rpc('deposit_list', { p_project: projectId, p_filters: { ...filters, ...cursor } }),
  )
  const [first] = page.rows
  return {
    ...page,
    rows: page.rows.map((slip) => ({
      id: slip.id,
      cursor: encodeCursor(slip, keyset),
      slipNo: slip.slip_no,
      depositedOn: slip.deposited_on,
      bank: slip.bank,
      accountNo: slip.account_no,
      cheques: Number(slip.cheques),
      waiting: Number(slip.waiting),
      returned: Number(slip.returned),
      chequeAmount: money(slip.cheque_amount),
      cash: money(slip.cash),
      total: money(slip.total),
    })),
    count: Number(first?.all_slips ?? 0),
    allCheques: money(first?.all_cheques ?? 0),
    allCash: money(first?.all_cash ?? 0),
  }
}

/** A deposit slip, as the SQL function deposit_slip returns it. Money is text. */
export interface Slip {
  id: string
  version: number
  slip_no: string
  deposited_on: string
  bank_id: string
  bank: string
  account_no: string
  made_by: string | null
  made_at: string
  cash: Money
  /** The reason why its cash was reversed. */
  taken_back: string | null
  cheque_amount: Money
  total: Money
  cheques: {
    id: string
    cr_no: string
    customer: string
    bank: string
    no: string
    date: string
    amount: Money
    outcome: 'waiting' | 'cleared' | 'returned'
  }[]
}

/**
 * Reads one slip with its cheques and cash.
 *
 * @throws A 404 response when the slip is missing or belongs to another project.
 */
export async function readSlip(db: Db, projectId: string, slipId: string): Promise<Slip> {
  return row(
    await db.rpc('deposit_slip', { p_project: projectId, p_slip: slipId }),
  ) as unknown as Slip
}
