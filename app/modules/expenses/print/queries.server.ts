import { rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { type Money, money } from '~/platform/values/money'

/** A voucher that is not printed yet. */
export interface Unprinted {
  id: string
  no: number
  on: string
  payTo: string
  total: Money
}

const MOST = 100

/** Lists the first hundred pending vouchers to print, oldest first. */
export async function listUnprinted(db: Db, projectId: string): Promise<Unprinted[]> {
  const found = rows(
    await db
      .from('vouchers')
      .select('id, voucher_no, date_added, pay_to, total')
      .eq('project_id', projectId)
      .eq('status', 'pending')
      .order('date_added')
      .order('id')
      .limit(MOST),
  )
  return found.map(({ id, voucher_no, date_added, pay_to, total }) => ({
    id,
    no: voucher_no,
    on: date_added,
    payTo: pay_to,
    total: money(total),
  }))
}
