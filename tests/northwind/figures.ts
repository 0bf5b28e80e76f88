import { rows } from '../../app/platform/db/command.server.ts'
import type { Db } from '../../app/platform/request/context.ts'
import { addMoney, type Money, money } from '../../app/platform/values/money.ts'

const PAGE = 1000

/** Reads all rows of a query, past the 1,000 that one answer holds. */
async function all<Row>(
  page: (from: number, to: number) => PromiseLike<Parameters<typeof rows<Row>>[0]>,
): Promise<Row[]> {
  const found: Row[] = []
  for (;;) {
    const next = rows(await page(found.length, found.length + PAGE - 1))
    found.push(...next)
    if (next.length < PAGE) return found
  }
}

/** The trade as somebody who may read it sees it: plain rows, no function of the product. */
export async function readTrade(db: Db, project: string) {
  const bookings = await all((from, to) =>
    db
      .from('bookings')
      .select('id, so_no, customer_id, agent_id, remarks, date_added, date_delivered, stage, total')
      .eq('project_id', project)
      .order('so_no')
      .range(from, to),
  )
  const lines = await all((from, to) =>
    db
      .from('booking_lines')
      .select('id, booking_id, product_id, quantity')
      .eq('project_id', project)
      .order('id')
      .range(from, to),
  )
  const stock = rows(
    await db
      .from('inventory')
      .select('product_id, on_hand, reserved, available, products(material_code, category1)')
      .eq('project_id', project)
      .order('product_id'),
  )
  const customers = rows(
    await db.from('customers').select('id, approval_status').eq('project_id', project),
  )
  return { bookings, lines, stock, customers }
}

export type NorthwindTrade = Awaited<ReturnType<typeof readTrade>>

/** The exact sum of amounts, which come as text (PGlite) or numbers (PostgreSQL). */
export function sumMoney(amounts: readonly unknown[]): Money {
  return addMoney(...amounts.map(money))
}

/** Sales and number of bookings whose date begins with `month`. */
export function salesOf(
  { bookings }: NorthwindTrade,
  month: string,
  date: 'date_added' | 'date_delivered',
): [Money, number] {
  const found = bookings.filter((booking) => booking[date]?.startsWith(month))
  return [sumMoney(found.map(({ total }) => total)), found.length]
}

/** Counts the distinct customers of a year, by delivery, in total and by category. */
export function buyersOf({ bookings, lines, stock }: NorthwindTrade, year: string) {
  const categories = new Map(stock.map((row) => [row.product_id, row.products.category1!]))
  const delivered = new Map(
    bookings
      .filter(({ date_delivered }) => date_delivered?.startsWith(year))
      .map(({ id, customer_id }) => [id, customer_id]),
  )
  const byCategory = new Map<string, Set<string>>()
  for (const { booking_id, product_id } of lines) {
    const customer = delivered.get(booking_id)
    if (!customer) continue
    const category = categories.get(product_id)!
    byCategory.set(category, (byCategory.get(category) ?? new Set()).add(customer))
  }
  return { buyers: new Set(delivered.values()).size, byCategory }
}
