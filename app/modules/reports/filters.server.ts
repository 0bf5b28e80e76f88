import { listCustomerOptions, readCustomerOption } from '~/modules/customers/queries.server'
import { listAgents, listAgentsEver } from '~/modules/people/queries.server'
import type { Db, Identity, Membership } from '~/platform/request/context'
import { problem } from '~/platform/request/errors'
import type { Choice, Filters, ReportDefinition, ReportFilter } from './definition'
import { describeFilters, readFilters } from './filters'
import { readLists } from './lists.server'
import { reportAt } from './registry'

/** The user who asks, as a guard returns it. */
export interface Reader {
  db: Db
  project: Membership
  user: Identity
}

/** Returns the report of a request; throws a 404 response when there is none. */
export function reportOf(request: Request): ReportDefinition {
  const report = reportAt(new URL(request.url).pathname)
  if (!report) throw problem(404)
  return report
}

/** Returns the filters of an address with their defaults, and the level of the rows. */
export function resolveFilters(
  report: ReportDefinition,
  project: Membership,
  search: URLSearchParams,
) {
  const filters = readFilters(report, project, search)
  return { level: filters.level!, filters, settings: project.settings }
}

/**
 * Reads the choices of a report's filters. An inactive agent or customer is included when the
 * address has it.
 */
export async function readChoices(report: ReportDefinition, reader: Reader, filters: Filters) {
  const { db, project } = reader
  const has = (kind: ReportFilter['kind']) => report.filters.some((filter) => filter.kind === kind)
  const [agents, customers, lists] = await Promise.all([
    has('agent') ? readAgents(db, project.projectId, filters.agent_id) : NOBODY,
    has('customer') ? readCustomers(db, project.projectId, filters.customer_id) : NO_STORE,
    readLists(db, project.projectId, report, filters),
  ])
  return { agents, customers, lists }
}

const NOBODY: Choice[] = []
const NO_STORE: { id: string; label: string; detail: string }[] = []

async function readAgents(db: Db, projectId: string, wantedId: string | undefined) {
  const active = await listAgents(db, projectId)
  const missing = wantedId && !active.some(({ id }) => id === wantedId)
  const former = missing ? await listAgentsEver(db, projectId) : []
  const all = [...active, ...former.filter(({ id }) => id === wantedId)]
  return all.map(({ id, name }) => ({ value: id, label: name }))
}

async function readCustomers(db: Db, projectId: string, wantedId: string | undefined) {
  const approved = await listCustomerOptions(db, projectId)
  const missing = wantedId && !approved.some(({ id }) => id === wantedId)
  const other = missing ? await readCustomerOption(db, projectId, wantedId) : null
  return (other ? [...approved, other] : approved).map(({ id, label, detail }) => ({
    id,
    label,
    detail,
  }))
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
  { project, user }: Reader,
  filters: Filters,
  { agents, customers, lists }: ReportChoices,
): ReportHeading {
  const choices = [...agents, ...Object.values(lists).flat()]
  const names = new Map([
    ...choices.map(({ value, label }) => [value, label] as const),
    ...customers.map(({ id, label }) => [id, label] as const),
  ])
  return {
    company: project.title || project.projectName,
    described: describeFilters(report, project, filters, names),
    currency: project.currency,
    timeZone: project.timeZone,
    runBy: user.displayName,
    runAt: new Date().toISOString(),
  }
}
