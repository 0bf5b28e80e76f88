import { rows } from '~/platform/db/command.server'
import { encodeCursor, type Keyset, type Listed, type Page } from '~/platform/db/keyset'
import { type PageFilters, readPage } from '~/platform/db/page.server'
import type { Option } from '~/platform/forms/choices'
import type { ChoiceQuery } from '~/platform/forms/choices.server'
import { findNames } from '~/platform/forms/lists.server'
import type { Db } from '~/platform/request/context'
import { type Money, money } from '~/platform/values/money'
import type { CustomerFilters } from './filters'

/** A customer in the list, with its exposure in the project's currency. */
export interface CustomerRow {
  id: string
  name: string
  storeName: string | null
  area: string | null
  tinNo: string | null
  agentId: string
  agent: string
  dateAdded: string
  createdBy: string | null
  termsDays: number
  /** The credit line: null = no limit, zero = cash only. */
  creditLine: Money | null
  /** Balances of approved bookings plus uncleared cheques. */
  exposure: Money
  creditLeft: Money | null
  status: string
}

/**
 * Returns one page of the customers that the reader may see, in the order of `sort`. The keyset is
 * over `sort_key`.
 */
export async function listCustomers(
  db: Db,
  projectId: string,
  keyset: Keyset,
  list: { filters: CustomerFilters; sort: string },
): Promise<Page<Listed<CustomerRow>>> {
  const source = (cursor: PageFilters) =>
    db.rpc('customer_list', {
      p_project: projectId,
      p_filters: { ...list.filters, sort: list.sort, ...cursor },
    })
  return readPage(keyset, source, {
    row: (customer) => ({
      id: customer.id,
      cursor: encodeCursor(customer, keyset),
      name: customer.name,
      storeName: customer.store_name,
      area: customer.area,
      tinNo: customer.tin_no,
      agentId: customer.agent_id,
      agent: customer.agent_name ?? '–',
      dateAdded: customer.date_added,
      createdBy: customer.created_by,
      termsDays: customer.terms_days,
      creditLine: amount(customer.credit_line),
      exposure: money(customer.exposure),
      creditLeft: amount(customer.credit_left),
      status: customer.approval_status,
    }),
  })
}

// The generated types do not know that a function's columns may be null.
function amount(value: number | null): Money | null {
  return value === null ? null : money(value)
}

/** Sums over all customers that the filters find. */
export interface CustomerTotals {
  customers: number
  pending: number
  overLimit: number
  exposure: Money
}

export async function readCustomerTotals(
  db: Db,
  projectId: string,
  filters: CustomerFilters,
): Promise<CustomerTotals> {
  const [sum] = rows(
    await db.rpc('customer_totals', { p_project: projectId, p_filters: { ...filters } }),
  )
  return {
    customers: Number(sum?.customers ?? 0),
    pending: Number(sum?.pending ?? 0),
    overLimit: Number(sum?.over_limit ?? 0),
    exposure: money(sum?.exposure ?? 0),
  }
}

/** Lists the areas of the customers that the reader may see, by name. */
export function listAreas(db: Db, projectId: string, query?: ChoiceQuery): Promise<Option[]> {
  return findNames(db, projectId, 'areas', query)
}
