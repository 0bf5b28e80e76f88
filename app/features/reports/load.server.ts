import { listCustomerOptions } from '~/features/customers/queries.server'
import { listAgents } from '~/features/people/queries.server'
import type { Db, Identity, Membership } from '~/platform/context'
import type { ReportDefinition, ReportFilter } from './definition'
import { describeFilters, readFilters } from './filters'
import { readLists } from './lists.server'
import { runReport } from './queries.server'

interface Reader {
  db: Db
  project: Membership
  user: Identity
}

/** Everything that a report's screen shows, for the filters of an address. */
export async function loadReport(
  report: ReportDefinition,
  { db, project, user }: Reader,
  url: string,
) {
  const search = new URL(url).searchParams
  const filters = readFilters(report, project, search)
  const asked = { level: filters.level!, filters, settings: project.settings }
  const place = { after: search.get('after') || null, before: search.get('before') || null }
  const has = (kind: ReportFilter['kind']) => report.filters.some((filter) => filter.kind === kind)
  const [run, active, approved, lists] = await Promise.all([
    runReport(db, project.projectId, report, asked, place),
    has('agent') ? listAgents(db, project.projectId) : [],
    has('customer') ? listCustomerOptions(db, project.projectId) : [],
    readLists(db, project.projectId, report, filters),
  ])
  // Whoever has left or was deactivated may still stand in the report, and be asked for from there.
  const [row] = run.rows
  const agents = withAsked(active, filters.agent_id, (id) => ({
    id,
    name: String(row?.agent_name ?? 'Former agent'),
  }))
  const customers = withAsked(approved, filters.customer_id, (id) => ({
    id,
    label: String(row?.customer_name ?? 'Customer'),
    detail: '',
    agentId: '',
  }))
  const names = new Map([
    ...agents.map(({ id, name }) => [id, name] as const),
    ...customers.map(({ id, label }) => [id, label] as const),
    ...Object.values(lists).flatMap((choices) =>
      choices.map(({ value, label }) => [value, label] as const),
    ),
  ])
  return {
    ...run,
    path: report.path,
    project: {
      name: project.projectName,
      title: project.title,
      timeZone: project.timeZone,
      currency: project.currency,
      settings: project.settings,
    },
    described: describeFilters(report, project, filters, names),
    agents: agents.map(({ id, name }) => ({ value: id, label: name })),
    customers: customers.map(({ id, label, detail }) => ({ id, label, detail })),
    lists,
    runAt: new Date().toISOString(),
    runBy: user.displayName,
  }
}

/** The choices of a filter with the one that is asked for, which may be none of today's. */
function withAsked<T extends { id: string }>(
  choices: readonly T[],
  asked: string | undefined,
  make: (id: string) => T,
): readonly T[] {
  return !asked || choices.some(({ id }) => id === asked) ? choices : [...choices, make(asked)]
}

export type ReportData = Awaited<ReturnType<typeof loadReport>>
