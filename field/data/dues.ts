import type { CopyCustomer } from '~/platform/field/copy'
import { addDays } from '~/platform/values/dates'
import { addMoney, type Money, money, toCents } from '~/platform/values/money'
import type { PersonDatabase } from './copy'

/** Documents that fall due within so many days are collected on the way. */
const SOON = 7

/** A customer from whom there is something to collect. */
export interface Due {
  customer: CopyCustomer
  overdue: Money
  /** The first day on which something falls due, today or later. */
  next: string | null
}

/**
 * Returns the customers who owe documents that are overdue or fall due within a week, those who owe most overdue first, then by the
 * day. What an uncleared cheque pays is not collected again.
 */
export async function duesOf(db: PersonDatabase, day: string): Promise<Due[]> {
  const dues = new Map<string, { overdue: Money; next: string | null }>()
  const last = addDays(day, SOON)
  await db.documents.each(({ customer, due, balance, stage }) => {
    const amount = money(balance)
    if (!due || due > last || stage === 'pending' || toCents(amount) <= 0n) return
    const { overdue, next } = dues.get(customer) ?? { overdue: money(0), next: null }
    if (due < day) dues.set(customer, { overdue: addMoney(overdue, amount), next })
    else dues.set(customer, { overdue, next: next && next < due ? next : due })
  })
  const customers = await db.customers.bulkGet([...dues.keys()])
  return customers
    .flatMap((customer) => (customer ? [{ customer, ...dues.get(customer.id)! }] : []))
    .sort((one, other) => {
      const more = toCents(other.overdue) - toCents(one.overdue)
      if (more !== 0n) return more > 0n ? 1 : -1
      return (one.next ?? '').localeCompare(other.next ?? '')
    })
}
