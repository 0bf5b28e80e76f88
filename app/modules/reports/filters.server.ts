import { listAgents, listAgentsEver } from '~/modules/people/queries.server'
import type { Db, Identity, Membership } from '~/platform/request/context'
import { problem } from '~/platform/request/errors'
import { type FilterChoice, type Filters, forReader, type ReportDefinition } from './definition'
import { describeFilters, readFilters } from './filters'
import { readLists, readPickers } from './lists.server'
import { reportAt } from './registry'

/** The user who asks, as a guard returns it. */
export interface Reader {
  db: Db
  project: Membership
  user: Identity
}

/** Returns the report of a request or an address; throws a 404 response when there is none. */
export function reportOf(from: Request | URL): ReportDefinition {
  const report = reportAt((from instanceof URL ? from : new URL(from.url)).pathname)
  if (!report) throw problem(404)
  return report
}

/** Returns the filters of an address with their defaults, and the level of the rows. */
export function resolveFilters(
  report: ReportDefinition,
  project: Membership,
  search: URLSearchParams,
) {
  const filters = readFilters(forReader(report, project.permissions), project, search)
  const { settings, permissions } = project
  return { level: filters.level!, filters, settings, permissions }
}

/** Reads the choices of a report's filters. An inactive agent or customer is included when the address has it. */
export async function readChoices(
  report: ReportDefinition,
  reader: Reader,
  filters: Filters,
  url: string,
) {
  const { db, project } = reader
  const byAgent = report.filters.some(({ kind }) => kind === 'agent')
  const [agents, lists, pickers] = await Promise.all([
    byAgent ? readAgents(db, project.projectId, filters.agent_id) : NOBODY,
    readLists(db, project.projectId, report, filters),
    readPickers(db, project.projectId, report, url),
  ])
  return { agents, lists, pickers }
}

const NOBODY: FilterChoice[] = []

async function readAgents(db: Db, projectId: string, wantedId: string | undefined) {
  const active = await listAgents(db, projectId)
  const missing = wantedId && !active.some(({ id }) => id === wantedId)
  const former = missing ? await listAgentsEver(db, projectId) : []
  const all = [...active, ...former.filter(({ id }) => id === wantedId)]
  return all.map(({ id, name }) => ({ value: id, label: name }))
}

export type ReportChoices = Awaited<ReturnType<typeof readChoices>>

/** The heading of a report, on screen, in Excel and on paper. */
export interface ReportHeading {
  company: string
  /** The filters in words. */
  described: string
  currency: string
  timeZone: string
  runBy: string
  /** The time of the run as an ISO timestamp. */
  runAt: string
}

export function headingOf(
  report: ReportDefinition,
  reader: Reader,
  filters: Filters,
  { agents, lists, pickers }: ReportChoices,
): ReportHeading {
  const selected = [...agents, ...Object.values(lists).flat()]
  const found = Object.values(pickers).flatMap(({ options }) => options)
  const names = new Map([
    ...selected.map(({ value, label }) => [value, label] as const),
    ...found.map(({ id, label }) => [id, label] as const),
  ])
  return headingWith(report, reader, filters, names)
}

/** Returns the heading where the names of what the filters choose are known. */
export function headingWith(
  report: ReportDefinition,
  { project, user }: Omit<Reader, 'db'>,
  filters: Filters,
  names: ReadonlyMap<string, string>,
): ReportHeading {
  return {
    company: project.title || project.projectName,
    described: describeFilters(report, project, filters, names),
    currency: project.currency,
    timeZone: project.timeZone,
    runBy: user.displayName,
    runAt: new Date().toISOString(),
  }
}
