import { rows } from '~/platform/command.server'
import type { Db } from '~/platform/context'
import { problem } from '~/platform/errors'
import { type Keyset, type Page, pageOf } from '~/platform/keyset'
import { type Money, money } from '~/platform/money'
import { anyContains } from '~/platform/search'

/** A customer as pickers show it. */
export interface CustomerOption {
  id: string
  label: string
  detail: string
  /** The owning agent, for whom a booking is entered by default. */
  agentId: string
}

/**
 * Approved customers that the reader may see, by name, for pickers: up to 1,000, or those that
 * contain what was typed.
 */
export async function listCustomerOptions(
  db: Db,
  projectId: string,
  search: string | null = null,
): Promise<CustomerOption[]> {
  let query = db
    .from('customers')
    .select('id, name, store_name, area, agent_id')
    .eq('project_id', projectId)
    .eq('approval_status', 'approved')
    .order('name')
    .order('id')
    .limit(search ? 50 : 1000)
  const contains = anyContains(['name', 'store_name', 'area'], search)
  if (contains) query = query.or(contains)
  return rows(await query).map((customer) => ({
    id: customer.id,
    label: customer.name,
    detail: [customer.store_name, customer.area].filter(Boolean).join(' · '),
    agentId: customer.agent_id,
  }))
}

/** What a customer owes now, in the project's currency. */
export interface CustomerPosition {
  /** Invoiced balances less advances and unapplied credit: the customer's row in the AR report. */
  collectibles: Money
  /** Balances of approved bookings plus uncleared cheques. */
  exposure: Money
  uncleared: Money
  unapplied: Money
  /** Null = no limit; zero = cash only. */
  creditLine: Money | null
  creditLeft: Money | null
}

/**
 * The customer's position from the database's own computation.
 *
 * @throws the 404 page for a missing customer or one out of the reader's scope.
 */
export async function readCustomerPosition(
  db: Db,
  projectId: string,
  customerId: string,
): Promise<CustomerPosition> {
  const [found] = rows(
    await db.rpc('customer_position', { p_project: projectId, p_customer: customerId }),
  )
  if (!found) throw problem(404)
  // The generated types do not know that a function's columns may be null.
  const line = found.credit_line as number | null
  const left = found.credit_left as number | null
  return {
    collectibles: money(found.collectibles),
    exposure: money(found.exposure),
    uncleared: money(found.uncleared),
    unapplied: money(found.unapplied),
    creditLine: line === null ? null : money(line),
    creditLeft: left === null ? null : money(left),
  }
}

/** A customer in the list. */
export interface CustomerRow {
  id: string
  name: string
  storeName: string | null
  area: string | null
  agentId: string
  dateAdded: string
  createdBy: string | null
  termsDays: number
  creditLine: Money | null
  status: string
}

export interface CustomerFilters {
  /** In name, store, area or TIN. */
  search: string | null
  status: string | null
  agentId: string | null
}

/** One page of the project's customers that the reader may see, in the keyset's order. */
export async function listCustomers(
  db: Db,
  projectId: string,
  keyset: Keyset,
  filters: CustomerFilters,
): Promise<Page<CustomerRow>> {
  let query = db
    .from('customers')
    .select(
      'id, sort_key, name, store_name, area, agent_id, date_added, created_by, terms_days, credit_line, approval_status',
    )
    .eq('project_id', projectId)
    .order(keyset.by, { ascending: keyset.ascending })
    .order('id', { ascending: keyset.ascending })
    .limit(keyset.size + 1)
  query = filtered(query, filters)
  if (keyset.or) query = query.or(keyset.or)
  const page = pageOf(rows(await query), keyset)
  return {
    ...page,
    rows: page.rows.map((customer) => ({
      id: customer.id,
      name: customer.name,
      storeName: customer.store_name,
      area: customer.area,
      agentId: customer.agent_id,
      dateAdded: customer.date_added,
      createdBy: customer.created_by,
      termsDays: customer.terms_days,
      creditLine: customer.credit_line === null ? null : money(customer.credit_line),
      status: customer.approval_status,
    })),
  }
}

/** How many customers the filters find in all. */
export async function countCustomers(
  db: Db,
  projectId: string,
  filters: CustomerFilters,
): Promise<number> {
  const query = db
    .from('customers')
    .select('id', { count: 'exact', head: true })
    .eq('project_id', projectId)
  const result = await filtered(query, filters)
  rows({ data: [], error: result.error })
  return result.count ?? 0
}

interface Filterable {
  or(filters: string): this
  eq(column: 'approval_status' | 'agent_id', value: string): this
}

function filtered<Q extends Filterable>(query: Q, filters: CustomerFilters): Q {
  let found = query
  const search = anyContains(['name', 'store_name', 'area', 'tin_no'], filters.search)
  if (search) found = found.or(search)
  if (filters.status) found = found.eq('approval_status', filters.status)
  if (filters.agentId) found = found.eq('agent_id', filters.agentId)
  return found
}
