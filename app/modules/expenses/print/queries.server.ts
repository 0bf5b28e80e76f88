import type { Keyset, Page, Paging } from '~/platform/db/keyset'
import { readPage } from '~/platform/db/page.server'
import type { Db } from '~/platform/request/context'
import { writtenDay } from '~/platform/values/dates'
import { isId } from '~/platform/values/ids'
import { type Money, money } from '~/platform/values/money'

/** A voucher that is not printed yet. */
export interface Unprinted {
  id: string
  no: number
  on: string
  payTo: string
  total: Money
}

/** The order of vouchers to print: the oldest first. */
export const PAGING: Paging = {
  by: 'date_added',
  known: (day, id) => writtenDay(day) !== null && isId(id),
}

/** Returns one page of the pending vouchers to print, and the number of all of them. */
export async function listUnprinted(
  db: Db,
  projectId: string,
  keyset: Keyset,
): Promise<Page<Unprinted> & { count: number }> {
  const pending = (columns: string, options?: { count: 'exact'; head: true }) =>
    db
      .from('vouchers')
      .select(columns as typeof COLUMNS, options)
      .eq('project_id', projectId)
      .eq('status', 'pending')
  return readPage(keyset, pending(COLUMNS), {
    count: pending('id', { count: 'exact', head: true }),
    row: ({ id, voucher_no, date_added, pay_to, total }) => ({
      id,
      no: voucher_no,
      on: date_added,
      payTo: pay_to,
      total: money(total),
    }),
  })
}

const COLUMNS = 'id, voucher_no, date_added, pay_to, total'
