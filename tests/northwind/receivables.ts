import { reportRows } from '../../app/platform/db/figures.ts'
import type { Db } from '../../app/platform/request/context.ts'
import { addDays, dayNumber } from '../../app/platform/values/dates.ts'
import { addMoney, type Money, money, multiplyMoney } from '../../app/platform/values/money.ts'
import type { Tables } from '../../scripts/northwind/tables.ts'

/**
 * The receivables in total and by age: the last days of the first three buckets are 30, 60 and 90.
 */
export interface CustomerBalance {
  bookings: number
  total: Money
  buckets: [Money, Money, Money, Money]
}

/** Deliveries are paid so many days after them, as far as that is not after the last day of the data set. */
export const PAID_AFTER = 45
export const LAST_DAY = '1998-04-30'

/** Returns the total of each order of the source. */
export function totalsOf({ order_details }: Tables): Map<string, Money> {
  const totals = new Map<string, Money>()
  for (const { order_id, unit_price, quantity } of order_details) {
    const amount = multiplyMoney(money(unit_price), Number(quantity))
    totals.set(order_id!, addMoney(totals.get(order_id!) ?? money(0), amount))
  }
  return totals
}

/**
 * Computes the receivables of a day, aged from the invoice, straight from the source's tables: an
 * order is invoiced when it is shipped. The result is grouped by the key that `by` gives each
 * order.
 */
export function owedOf(
  tables: Tables,
  day: string,
  by: (order: Tables['orders'][number]) => string,
): Record<string, CustomerBalance> {
  const totals = totalsOf(tables)
  const found: Record<string, CustomerBalance> = {}
  for (const order of tables.orders) {
    const shipped = order.shipped_date
    if (!shipped || shipped > day) continue
    const paid = addDays(shipped, PAID_AFTER)
    if (paid <= day && paid <= LAST_DAY) continue
    const amount = totals.get(order.order_id!)!
    const key = by(order)
    found[key] ??= {
      bookings: 0,
      total: money(0),
      buckets: [money(0), money(0), money(0), money(0)],
    }
    const owed = found[key]
    const age = dayNumber(day) - dayNumber(shipped)
    const bucket = age <= 30 ? 0 : age <= 60 ? 1 : age <= 90 ? 2 : 3
    owed.bookings++
    owed.total = addMoney(owed.total, amount)
    owed.buckets[bucket] = addMoney(owed.buckets[bucket], amount)
  }
  return found
}

/** The same as the report answers: by customer's name, by agent's id, or all of it. */
export async function reportedOf(
  db: Db,
  project: string,
  day: string,
  level: 'agent' | 'customer' | 'total',
): Promise<Record<string, CustomerBalance>> {
  const found = reportRows(
    await db.rpc('report_ar', {
      p_project: project,
      p_filters: { as_of: day, basis: 'invoice', age_by: 'document', level },
    }),
  )
  return Object.fromEntries(
    found
      .filter((row) => Number(row.documents) > 0)
      .map((row) => [
        String((level === 'customer' ? row.customer_name : row.agent_id) ?? 'all'),
        {
          bookings: Number(row.documents),
          total: money(row.balance),
          buckets: [1, 2, 3, 4].map((n) =>
            money((row.ageing as Record<string, string>)[`bucket_${n}`]!),
          ) as CustomerBalance['buckets'],
        },
      ]),
  )
}
