import { readReceivables } from '~/features/reports/ar/figures.server'
import { REPORTS } from '~/features/reports/registry'
import { readTotals } from '~/features/treasury/cheques/register.server'
import type { Db, Membership } from '~/platform/context'
import { parseDate, today } from '~/platform/dates'
import type { Permission } from '~/platform/permissions'
import { mergeAgents } from './agents'
import { listAgentReceivables, readLowStock } from './now.server'
import { periodsOf } from './periods'
import { listTargets } from './targets/targets.server'

interface Reader {
  db: Db
  project: Membership
}

/**
 * Everything that a portal shows for the day of an address (`?as_of=`, today by default). Each block
 * is there only for who may see the report that it comes from, and is null for others.
 */
export async function loadPortal({ db, project }: Reader, url: string) {
  const { projectId, permissions } = project
  const search = new URL(url).searchParams
  const now = today(project.timeZone)
  const asked = parseDate(search.get('as_of') ?? '')
  const day = asked !== null && asked < now ? asked : now
  const periods = periodsOf(day)
  const may = <T>(permission: Permission, read: () => Promise<T>) =>
    permissions.includes(permission) ? read() : null
  // Cheques and stock are known as they are now alone.
  const mayNow = <T>(permission: Permission, read: () => Promise<T>) =>
    day === now ? may(permission, read) : null

  const [receivables, cheques, stock, targets, owed] = await Promise.all([
    may('reports.ar', () => readReceivables(db, projectId, { as_of: day })),
    mayNow('collections.read', () => readTotals(db, projectId)),
    mayNow('stock.read', () => readLowStock(db, projectId)),
    listTargets(db, projectId, day.slice(0, 7)),
    may('reports.ar', () => listAgentReceivables(db, projectId, day)),
  ])
  const agents = mergeAgents([
    targets.map(({ agentId, name, sales, collections }) => ({
      id: agentId,
      name,
      salesTarget: sales,
      collectionTarget: collections,
    })),
    owed ?? [],
  ])
  return {
    day,
    isToday: day === now,
    periods,
    sales: null as null,
    collections: null as null,
    penetration: null as {
      total: { buyers: number; universe: number; percent: string | null }
    } | null,
    receivables,
    cheques,
    stock,
    agents,
    reports: REPORTS.filter(({ permission }) => permissions.includes(permission)).map(
      ({ path, title, about }) => ({ path, title, about }),
    ),
    setsTargets: permissions.includes('portal.gm'),
    company: project.title || project.projectName,
    currency: project.currency,
  }
}

export type PortalData = Awaited<ReturnType<typeof loadPortal>>
