import { listCustomerOptions } from '~/modules/customers/queries.server'
import { readLetterhead } from '~/modules/logos/letterhead.server'
import { listAgents } from '~/modules/people/queries.server'
import { readReceivables } from '~/modules/receivables/figures.server'
import { BY_ROW_KEY, keysetAt, readKeyset } from '~/platform/db/keyset'
import { readFilterChoices } from '~/platform/forms/choices.server'
import { asKnown, readKnownAt } from '~/platform/request/as-known.server'
import type { Db, Identity, Membership } from '~/platform/request/context'
import { formatDateTime, today } from '~/platform/values/dates'
import { readStatementFilters } from './filters'
import { bucketsOf } from './load.server'
import { listStatements } from './queries.server'

interface Reader {
  db: Db
  project: Membership
  user: Identity
}

/**
 * The number of statements on one screen: enough to print a company's in one go, few enough for a
 * browser.
 */
const PAGING = { ...BY_ROW_KEY, size: 100 }

/** Loads a page of statements with the sums of all of them, for the filters of an address. */
export async function loadStatements(reader: Reader, url: string) {
  const { db, project, user } = reader
  const { projectId, timeZone, currency } = project
  const filters = readStatementFilters(url, today(timeZone))
  const knownAt = readKnownAt(url, timeZone)
  const [found, known, receivables, agents, customers, letterhead] = await Promise.all([
    listStatements(db, projectId, filters, readKeyset(url, PAGING), knownAt),
    asKnown(reader, url),
    readReceivables(db, projectId, { ...filters, as_of: filters.to, known_at: knownAt }),
    listAgents(db, projectId),
    readFilterChoices(url, 'customer_id', (query) => listCustomerOptions(db, projectId, query)),
    readLetterhead(db, project),
  ])
  return {
    filters,
    knownAt,
    timeZone,
    statements: found.rows.map(({ customer, statement }) => ({
      customer,
      statement,
      buckets: bucketsOf(statement, known.project.settings),
    })),
    customers: found.customers,
    receivables,
    newer: found.newer,
    older: found.older,
    agents: agents.map(({ id, name }) => ({ value: id, label: name })),
    choices: customers,
    letterhead,
    currency,
    run: `${user.displayName}, ${formatDateTime(new Date().toISOString(), timeZone)}`,
  }
}

/** Loads every statement that the filters of an address find, for a workbook. */
export async function loadAllStatements({ db, project, user }: Reader, url: string) {
  const filters = readStatementFilters(url, today(project.timeZone))
  const knownAt = readKnownAt(url, project.timeZone)
  const statements = []
  let after: string | null = null
  do {
    const keyset = keysetAt({ after }, PAGING)
    const page = await listStatements(db, project.projectId, filters, keyset, knownAt)
    statements.push(...page.rows)
    after = page.older
  } while (after)
  return {
    filters,
    statements,
    knownAt,
    timeZone: project.timeZone,
    company: project.title || project.projectName,
    currency: project.currency,
    run: `${user.displayName}, ${formatDateTime(new Date().toISOString(), project.timeZone)}`,
  }
}

export type ManyStatements = Awaited<ReturnType<typeof loadAllStatements>>
