import { readReceivables } from '~/modules/receivables/figures.server'
import { REPORTS } from '~/modules/reports/registry'
import { ITEMS } from '~/modules/reports/sold'
import { readTotals } from '~/modules/treasury/cheques/register.server'
import type { Permission } from '~/platform/access/permissions'
import type { Db, Membership } from '~/platform/request/context'
import { parseDate, today } from '~/platform/values/dates'
import { mergeAgents } from './agents'
import { listAgentCollections, readCollectionRace } from './collections.server'
import { listAgentReceivables, readLowStock } from './now.server'
import { readGrid } from './penetration.server'
import { periodsOf } from './periods'
import { listAgentSales, listBuyers, readSalesRace } from './sales.server'
import { listTargets } from './targets/targets.server'

interface Reader {
  db: Db
  project: Membership
}

/**
 * Loads everything that a portal shows for the day of an address (`?as_of=`, today by default).
 * Each block needs the permission of its report and is null without it.
 */
export async function loadPortal({ db, project }: Reader, url: string) {
  const { projectId, permissions } = project
  const search = new URL(url).searchParams
  const now = today(project.timeZone)
  const date = parseDate(search.get('as_of') ?? '')
  const day = date !== null && date < now ? date : now
  const periods = periodsOf(day)
  const may = <T>(permission: Permission, read: () => Promise<T>) =>
    permissions.includes(permission) ? read() : null
  // Cheques and stock are known only as of now, not as of a past day.
  const mayNow = <T>(permission: Permission, read: () => Promise<T>) =>
    day === now ? may(permission, read) : null

  const basis = search.get('basis') === 'added' ? 'added' : 'delivery'
  const items = ITEMS.find(({ value }) => value === search.get('items'))?.value ?? 'category1'
  const [
    sales,
    sold,
    best,
    falling,
    collections,
    collected,
    receivables,
    owed,
    grid,
    cheques,
    stock,
    targets,
  ] = await Promise.all([
    may('reports.sales', () => readSalesRace(db, projectId, basis, periods)),
    may('reports.sales', () => listAgentSales(db, projectId, basis, periods.month)),
    may('reports.sales', () => listBuyers(db, projectId, basis, periods.month, 'net')),
    may('reports.sales', () => listBuyers(db, projectId, basis, periods.recent, 'drop')),
    may('reports.collection', () => readCollectionRace(db, projectId, periods)),
    may('reports.collection', () => listAgentCollections(db, projectId, periods.month)),
    may('reports.ar', () => readReceivables(db, projectId, { as_of: day })),
    may('reports.ar', () => listAgentReceivables(db, projectId, day)),
    may('reports.penetration', () => readGrid(db, projectId, { basis, items }, periods.month)),
    mayNow('collections.read', () => readTotals(db, projectId)),
    mayNow('stock.read', () => readLowStock(db, projectId)),
    listTargets(db, projectId, day.slice(0, 7)),
  ])
  const agents = mergeAgents([
    targets.map(({ agentId, name, sales, collections }) => ({
      id: agentId,
      name,
      salesTarget: sales,
      collectionTarget: collections,
    })),
    sold ?? [],
    collected ?? [],
    owed ?? [],
    grid?.agents.map(({ agentId, name, buyers, universe }) => ({
      id: agentId,
      name,
      buyers,
      universe,
    })) ?? [],
  ])
  return {
    day,
    isToday: day === now,
    basis,
    items,
    grid,
    periods,
    sales,
    best,
    falling,
    collections,
    receivables,
    cheques,
    stock,
    agents,
    reports: REPORTS.filter(({ permission }) => permissions.includes(permission)).map(
      ({ path, title, about }) => ({ path, title, about }),
    ),
    asksForQuiet: permissions.includes('reports.masterlist'),
    opensCustomers: permissions.includes('customers.read'),
    setsTargets: permissions.includes('portal.gm'),
    company: project.title || project.projectName,
    currency: project.currency,
  }
}

export type PortalData = Awaited<ReturnType<typeof loadPortal>>
