import { rows } from '~/platform/db/command.server'
import { encodeCursor, type Keyset, type Listed, type Page } from '~/platform/db/keyset'
import { type Orders, rowKeyOrders } from '~/platform/db/orders'
import { type PageFilters, readPage } from '~/platform/db/page.server'
import type { Db } from '~/platform/request/context'
import { readSearchParams } from '~/platform/request/search-params'
import { type Money, money } from '~/platform/values/money'
import type { IssuedTab } from './tabs'

/** A cheque of the register. Values that a blank cheque lacks are null. */
export interface IssuedRow {
  key: string
  id: string
  version: number
  no: string
  bank: string
  accountNo: string
  payee: string | null
  amount: Money | null
  voucherId: string | null
  /** The voucher number; null for readers who may not see vouchers. */
  voucherNo: number | null
  /** The date that the tab is ordered by. */
  on: string | null
  date: string | null
  releasedOn: string | null
  reason: string | null
}

export interface RegisterFilters {
  search: string | null
  bank_id: string | null
  from: string | null
  to: string | null
}

/** Reads the filters of the register from its address. */
export function readIssuedFilters(url: string): RegisterFilters {
  const searchParams = readSearchParams(url)
  return {
    search: searchParams.text('q'),
    bank_id: searchParams.id('bank'),
    from: searchParams.day('from'),
    to: searchParams.day('to'),
  }
}

/** Returns the orders of a tab: what is to be done by its date, the earliest first; what is done, the latest. */
export function issuedOrders(tab: IssuedTab): Orders {
  if (tab === 'blank') return rowKeyOrders({ cheque: 'number' })
  const isDone = tab === 'cleared' || tab === 'void' || tab === 'stale'
  return rowKeyOrders({
    on: isDone ? 'day' : 'due',
    cheque: 'number',
    payee: 'text',
    amount: 'figure',
  })
}

/** Reads one page of a tab in the order of `sort`. */
export async function readIssued(
  db: Db,
  projectId: string,
  tab: IssuedTab,
  filters: RegisterFilters & { sort: string },
  keyset: Keyset,
): Promise<Page<Listed<IssuedRow>>> {
  const source = (cursor: PageFilters) =>
    db.rpc('issued_register', { p_project: projectId, p_filters: { tab, ...filters, ...cursor } })
  return readPage(keyset, source, {
    row: (cheque) => ({
      key: cheque.row_key,
      cursor: encodeCursor(cheque, keyset),
      id: cheque.cheque_id,
      version: cheque.version,
      no: cheque.cheque_no,
      bank: cheque.bank,
      accountNo: cheque.account_no,
      payee: cheque.payee_name,
      amount: cheque.amount === null ? null : money(cheque.amount),
      voucherId: cheque.voucher_id,
      voucherNo: cheque.voucher_no,
      on: cheque.on_date,
      date: cheque.cheque_date,
      releasedOn: cheque.released_on,
      reason: cheque.reason,
    }),
  })
}

/** Returns the number and sum of the cheques in each tab, within the filters. */
export async function readIssuedTotals(
  db: Db,
  projectId: string,
  filters: RegisterFilters,
): Promise<Record<string, { cheques: number; amount: Money }>> {
  const found = rows(
    await db.rpc('issued_totals', { p_project: projectId, p_filters: { ...filters } }),
  )
  return Object.fromEntries(
    found.map(({ tab, cheques, amount }) => [
      tab,
      { cheques: Number(cheques), amount: money(amount) },
    ]),
  )
}
