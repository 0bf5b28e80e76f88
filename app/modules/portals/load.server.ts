import { REPORTS } from '~/modules/reports/registry'
import { ITEMS } from '~/modules/reports/sold'
import type { Permission } from '~/platform/access/permissions'
import type { Db, Membership } from '~/platform/request/context'
import { today, writtenDay } from '~/platform/values/dates'
import { addMoney, type Money } from '~/platform/values/money'
import { mergeAgents } from './agents'
import { readCollections } from './collections.server'
import { readPortalDay } from './now.server'
import { readGrid } from './penetration.server'
import { periodsOf } from './periods'
import { readSales } from './sales.server'

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
  const date = writtenDay(search.get('as_of') ?? '')
  const day = date !== null && date < now ? date : now
  const periods = periodsOf(day)
  const may = <T>(permission: Permission, read: () => Promise<T>) =>
    permissions.includes(permission) ? read() : null

  const basis = search.get('basis') === 'added' ? 'added' : 'delivery'
  const items = ITEMS.find(({ value }) => value === search.get('items'))?.value ?? 'category1'
  const [sales, collections, grid, { targets, receivables, owed, cheques, stock }] =
    await Promise.all([
      may('reports.sales', () => readSales(db, projectId, basis, periods)),
      may('reports.collection', () => readCollections(db, projectId, periods)),
      may('reports.penetration', () => readGrid(db, projectId, { basis, items }, periods.month)),
      readPortalDay(db, projectId, day),
    ])
  const agents = mergeAgents([
    targets.map(({ agentId, name, sales, collections }) => ({
      id: agentId,
      name,
      salesTarget: sales,
      collectionTarget: collections,
    })),
    sales?.agents ?? [],
    collections?.agents ?? [],
    owed ?? [],
    grid?.agents.map(({ agentId, name }) => ({ id: agentId, name })) ?? [],
  ])
  return {
    day,
    isToday: day === now,
    basis,
    items,
    grid,
    periods,
    sales: sales?.race ?? null,
    targets: {
      sales: totalOf(targets.map((target) => target.sales)),
      collections: totalOf(targets.map((target) => target.collections)),
    },
    best: sales?.best ?? null,
    falling: sales?.falling ?? null,
    collections: collections?.race ?? null,
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

/** Adds targets up; null where nobody has one. */
function totalOf(targets: readonly (Money | null)[]): Money | null {
  const set = targets.filter((target) => target !== null)
  return set.length > 0 ? addMoney(...set) : null
}

export type PortalData = Awaited<ReturnType<typeof loadPortal>>
