import { expect, it } from 'vitest'
import { loadPortal } from '../../app/modules/portals/load.server.ts'
import { ROLE_PERMISSIONS } from '../../app/platform/access/permissions.ts'
import type { Db, Membership } from '../../app/platform/request/context.ts'
import { addDays } from '../../app/platform/values/dates.ts'
import { addMoney, type Money, money } from '../../app/platform/values/money.ts'
import type { Tables } from '../../scripts/northwind/tables.ts'
import { LAST_DAY, owedOf, PAID_AFTER, totalsOf } from './receivables.ts'

/** Reads the general manager's portal of a day, through the loader of its screen. */
async function portalOf(db: Db, projectId: string, day: string) {
  const project = {
    projectId,
    permissions: ROLE_PERMISSIONS['General Manager'].all,
    timeZone: 'Asia/Manila',
    currency: 'PHP',
    title: 'Northwind',
  } as unknown as Membership
  return loadPortal({ db, project }, `http://localhost/gm-portal?as_of=${day}`)
}

/**
 * Computes deliveries and payments of a period, in total and by agent, straight from the source's
 * tables.
 */
function movedOf(tables: Tables, from: string, to: string) {
  const totals = totalsOf(tables)
  const moved = { sold: money(0), paid: money(0), buyers: new Set<string>() }
  const soldBy: Record<string, Money> = {}
  const boughtBy: Record<string, Money> = {}
  for (const { order_id, shipped_date: shipped, employee_id, customer_id } of tables.orders) {
    if (!shipped) continue
    const amount = totals.get(order_id!)!
    const paid = addDays(shipped, PAID_AFTER)
    if (shipped >= from && shipped <= to) {
      moved.sold = addMoney(moved.sold, amount)
      soldBy[employee_id!] = addMoney(soldBy[employee_id!] ?? money(0), amount)
      boughtBy[customer_id!] = addMoney(boughtBy[customer_id!] ?? money(0), amount)
      moved.buyers.add(customer_id!)
    }
    if (paid >= from && paid <= to && paid <= LAST_DAY) moved.paid = addMoney(moved.paid, amount)
  }
  return { ...moved, soldBy, boughtBy }
}

type Moved = ReturnType<typeof movedOf>

interface Northwind {
  tables: Tables
  db: Db
  /** Ids of the agents by the source's employee. */
  agents: ReadonlyMap<string, string>
  projectId: string
}

/** The general manager's portal against the source's tables. */
export function portalFigures(of: () => Northwind) {
  it('shows in the portal what the source sold, was paid and is owed, beside the month and the year before', async () => {
    const { tables, db, agents, projectId } = of()
    for (const [day, lastMonth, lastYear] of [
      ['1998-03-31', '1998-02-28', '1997-03-31'],
      ['1998-04-15', '1998-03-15', '1997-04-15'],
    ] as const) {
      const portal = await portalOf(db, projectId, day)
      const from = (to: string) => `${to.slice(0, 8)}01`
      const [now, month, year] = [day, lastMonth, lastYear].map((to) =>
        movedOf(tables, from(to), to),
      ) as [Moved, Moved, Moved]
      expect(portal.sales, day).toMatchObject({
        today: movedOf(tables, day, day).sold,
        month: now.sold,
        lastMonth: month.sold,
        lastYear: year.sold,
      })
      expect(portal.collections, day).toMatchObject({
        today: movedOf(tables, day, day).paid,
        month: now.paid,
        lastMonth: month.paid,
        lastYear: year.paid,
      })
      expect(portal.receivables!.balance).toBe(owedOf(tables, day, () => 'all').all!.total)
      const byAgent = owedOf(tables, day, ({ employee_id }) => employee_id!)
      for (const [employee, id] of agents) {
        const row = portal.agents.find((agent) => agent.id === id)!
        expect([row.sales ?? '0.00', row.salesBefore ?? '0.00', row.receivables ?? '0.00']).toEqual(
          [
            now.soldBy[employee] ?? '0.00',
            month.soldBy[employee] ?? '0.00',
            byAgent[employee]?.total ?? '0.00',
          ],
        )
      }
      expect(portal.grid!.total).toMatchObject({
        buyers: now.buyers.size,
        universe: tables.customers.length,
      })
      const most = Object.values(now.boughtBy).sort((a, b) => Number(b) - Number(a))
      expect(portal.best!.map(({ net }) => net)).toEqual(most.slice(0, 10))
    }
  })
}
