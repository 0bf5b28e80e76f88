import { rows } from '~/platform/db/command.server'
import type { Database } from '~/platform/db/database.types'
import { encodeCursor, type Keyset, type Listed, type Page } from '~/platform/db/keyset'
import { type Orders, rowKeyOrders } from '~/platform/db/orders'
import { type PageFilters, readPage } from '~/platform/db/page.server'
import type { Db } from '~/platform/request/context'
import { readSearchParams } from '~/platform/request/search-params'
import { type Money, money } from '~/platform/values/money'
import type { ReceivedTab } from './tabs'

/** A cheque of the register. The tab `cleared` has one row per invoice that the cheque paid. */
export interface ReceivedRow {
  key: string
  id: string
  version: number
  crNo: string
  customerId: string
  customerName: string
  bank: string
  no: string
  date: string
  amount: Money
  /** The date that sorts the tab. */
  on: string
  depositedOn: string | null
  slipNo: string | null
  depositBank: string | null
  reason: string | null
  /** The collector who has not remitted the cheque yet; null means that it is at the office. */
  heldBy: string | null
  booking: { id: string; soNo: string; invoiceNo: string | null; applied: Money } | null
}

interface RegisterFilters {
  search: string | null
  from: string | null
  to: string | null
}

/** Returns the orders of a tab: what is to be done by its date, the earliest first; what is done, the latest. */
export function receivedOrders(tab: ReceivedTab): Orders {
  const isDone = tab === 'cleared' || tab === 'replaced'
  return rowKeyOrders({
    on: isDone ? 'day' : 'due',
    cheque: 'number',
    customer: 'text',
    amount: 'figure',
  })
}

/** Reads the filters of the register from its address. */
export function readReceivedFilters(url: string): RegisterFilters {
  const searchParams = readSearchParams(url)
  return {
    search: searchParams.text('q'),
    from: searchParams.day('from'),
    to: searchParams.day('to'),
  }
}

/** Reads one page of a tab in the order of `sort`. */
export async function readReceived(
  db: Db,
  projectId: string,
  tab: ReceivedTab,
  filters: RegisterFilters & { sort: string },
  keyset: Keyset,
): Promise<Page<Listed<ReceivedRow>>> {
  const source = (cursor: PageFilters) =>
    db.rpc('cheque_register', { p_project: projectId, p_filters: { tab, ...filters, ...cursor } })
  return readPage(keyset, source, {
    row: (cheque) => ({
      key: cheque.row_key,
      cursor: encodeCursor(cheque, keyset),
      id: cheque.collection_id,
      version: cheque.version,
      crNo: cheque.cr_no,
      customerId: cheque.customer_id,
      customerName: cheque.customer_name,
      bank: cheque.cheque_bank,
      no: cheque.cheque_no,
      date: cheque.cheque_date,
      amount: money(cheque.amount),
      on: cheque.on_date,
      depositedOn: cheque.deposited_on,
      slipNo: cheque.slip_no,
      depositBank: cheque.deposit_bank,
      reason: cheque.reason,
      heldBy: cheque.held_by,
      booking: cheque.booking_id
        ? {
            id: cheque.booking_id,
            soNo: cheque.so_no,
            invoiceNo: cheque.invoice_no,
            applied: money(cheque.applied),
          }
        : null,
    }),
  })
}

/** Returns the number and sum of the cheques of each tab, regardless of the filters. */
export async function readReceivedTotals(
  db: Db,
  projectId: string,
): Promise<Record<string, { cheques: number; amount: Money }>> {
  return chequeTotals(rows(await db.rpc('cheque_totals', { p_project: projectId })))
}

/** Makes the totals by tab of rows of the SQL function `cheque_totals`. */
export function chequeTotals(
  found: Database['public']['Functions']['cheque_totals']['Returns'],
): Record<string, { cheques: number; amount: Money }> {
  return Object.fromEntries(
    found.map(({ tab, cheques, amount }) => [
      tab,
      { cheques: Number(cheques), amount: money(amount) },
    ]),
  )
}
