import { rows } from '~/platform/db/command.server'
import { encodeCursor, type Keyset, type Listed, type Page } from '~/platform/db/keyset'
import { type PageFilters, readPage } from '~/platform/db/page.server'
import type { Db } from '~/platform/request/context'
import { type Money, money } from '~/platform/values/money'
import type { RemittanceFilters } from './filters'

/** A remittance in the list. */
export interface RemittanceRow {
  id: string
  no: string
  on: string
  collector: string
  receipts: number
  expected: Money
  counted: Money
  variance: Money
  cheques: Money
  others: Money
  status: string
}

/** Reads one page of the project's remittances in the order of `sort`. */
export async function listRemittances(
  db: Db,
  projectId: string,
  keyset: Keyset,
  filters: RemittanceFilters & { sort: string },
): Promise<Page<Listed<RemittanceRow>>> {
  const source = (cursor: PageFilters) =>
    db.rpc('remittance_list', { p_project: projectId, p_filters: { ...filters, ...cursor } })
  return readPage(keyset, source, {
    row: (row) => ({
      id: row.id,
      cursor: encodeCursor(row, keyset),
      no: row.drr_no,
      on: row.remitted_on,
      collector: row.collector_name,
      receipts: row.receipts,
      expected: money(row.cash_expected),
      counted: money(row.cash_counted),
      variance: money(row.variance),
      cheques: money(row.cheques),
      others: money(row.others),
      status: row.status,
    }),
  })
}

/** Sums of all remittances that the filters find. Cancelled ones are counted but not summed. */
export interface RemittanceTotals {
  remittances: number
  cancelled: number
  expected: Money
  counted: Money
  variance: Money
  cheques: Money
  others: Money
}

export async function readRemittanceTotals(
  db: Db,
  projectId: string,
  filters: RemittanceFilters,
): Promise<RemittanceTotals> {
  const [sum] = rows(
    await db.rpc('remittance_totals', { p_project: projectId, p_filters: { ...filters } }),
  )
  return {
    remittances: Number(sum?.remittances ?? 0),
    cancelled: Number(sum?.cancelled ?? 0),
    expected: money(sum?.cash_expected ?? 0),
    counted: money(sum?.cash_counted ?? 0),
    variance: money(sum?.variance ?? 0),
    cheques: money(sum?.cheques ?? 0),
    others: money(sum?.others ?? 0),
  }
}

/** The receipts that a collector has not remitted. */
export interface Holder {
  id: string
  name: string
  cash: Money
  cheques: Money
  receipts: number
  /** The day of the oldest receipt. */
  since: string
}

/** Lists the collectors who hold receipts, the oldest first. */
export async function listHolders(db: Db, projectId: string): Promise<Holder[]> {
  return rows(await db.rpc('unremitted', { p_project: projectId })).map((row) => ({
    id: row.collector_id,
    name: row.collector_name,
    cash: money(row.cash),
    cheques: money(row.cheques),
    receipts: Number(row.receipts),
    since: row.oldest_on,
  }))
}
