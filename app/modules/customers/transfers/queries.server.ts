import { rows } from '~/platform/db/command.server'
import type { Keyset, Page } from '~/platform/db/keyset'
import { readPage } from '~/platform/db/page.server'
import { anyContains } from '~/platform/db/search'
import type { Db } from '~/platform/request/context'
import { addMoney, type Money, money } from '~/platform/values/money'

/** A transfer of a customer from one agent to another. */
export interface Transfer {
  id: string
  customerId: string
  customer: string
  fromAgentId: string
  targetAgentId: string
  /** The first day under the new agent. */
  effectiveOn: string
  createdBy: string
  createdAt: string
  reason: string | null
}

export interface TransferFilters {
  /** Searches the customer's name. */
  search: string | null
  /** The former or the new agent. */
  agentId: string | null
}

const ROW =
  'id, customer_id, from_agent_id, target_agent_id, effective_on, finance_id, date_added, reason, customers!inner(name)'

export interface FoundTransfer {
  id: string
  customer_id: string
  from_agent_id: string
  target_agent_id: string
  effective_on: string
  finance_id: string
  date_added: string
  reason: string | null
}

interface Found extends FoundTransfer {
  customers: { name: string } | { name: string }[]
}

function toTransfer(found: Found): Transfer {
  const customer = Array.isArray(found.customers) ? found.customers[0] : found.customers
  return transferOf(found, customer?.name ?? '–')
}

/** Makes a transfer of what was read, of a customer with this name. */
export function transferOf(found: FoundTransfer, customer: string): Transfer {
  return {
    id: found.id,
    customerId: found.customer_id,
    customer,
    fromAgentId: found.from_agent_id,
    targetAgentId: found.target_agent_id,
    effectiveOn: found.effective_on,
    createdBy: found.finance_id,
    createdAt: found.date_added,
    reason: found.reason,
  }
}

/**
 * Returns one page of the project's transfers, the latest effective day first, and the number of
 * all of them.
 */
export async function listTransfers(
  db: Db,
  projectId: string,
  keyset: Keyset,
  filters: TransferFilters,
): Promise<Page<Transfer> & { count: number }> {
  const found = (options?: { count: 'exact'; head: true }) => {
    let query = db.from('agent_customer_transfers').select(ROW, options).eq('project_id', projectId)
    const contains = anyContains(['sort_key', 'name', 'store_name'], filters.search)
    if (contains) query = query.or(contains, { referencedTable: 'customers' })
    if (filters.agentId) {
      const { agentId } = filters
      query = query.or(`from_agent_id.eq.${agentId},target_agent_id.eq.${agentId}`)
    }
    return query
  }
  return readPage(keyset, found(), {
    row: toTransfer,
    count: found({ count: 'exact', head: true }),
  })
}

/** A customer that can be selected for a transfer. */
export interface Candidate {
  id: string
  name: string
  storeName: string | null
  area: string | null
  agentId: string
}

export interface CandidateFilters {
  /** Searches name, store and area. */
  search: string | null
  agentId: string | null
}

/** The most customers that the SQL function takes at once. */
export const MOST_TRANSFERRED = 500
/** The most customers that the page offers to select. */
export const OFFERED = 100

/** Lists the first customers by name, without rejected requests, and the number of all of them. */
export async function listCandidates(
  db: Db,
  projectId: string,
  filters: CandidateFilters,
  most: number,
): Promise<{ rows: Candidate[]; count: number }> {
  let query = db
    .from('customers')
    .select('id, name, store_name, area, agent_id', { count: 'exact' })
    .eq('project_id', projectId)
    .neq('approval_status', 'rejected')
    .order('sort_key')
    .order('id')
    .limit(most)
  const contains = anyContains(['sort_key', 'name', 'store_name', 'area'], filters.search)
  if (contains) query = query.or(contains)
  if (filters.agentId) query = query.eq('agent_id', filters.agentId)
  const result = await query
  return {
    rows: rows(result).map((customer) => ({
      id: customer.id,
      name: customer.name,
      storeName: customer.store_name,
      area: customer.area,
      agentId: customer.agent_id,
    })),
    count: result.count ?? 0,
  }
}

/** The figures of a customer that a transfer will affect. */
interface PreviewRow {
  id: string
  name: string
  storeName: string | null
  agentId: string
  /** The first day under the present agent. */
  since: string
  /** The amount owed, and the part of it that remains when uncleared cheques count as paid. */
  receivables: Money
  collectibles: Money
  /** The present agent's pending bookings, and their total. */
  pending: number
  pendingTotal: Money
}

/** The customers of a transfer with their figures, and the totals. */
export interface Preview {
  rows: PreviewRow[]
  receivables: Money
  collectibles: Money
  pending: number
  pendingTotal: Money
}

/**
 * Reads receivables and pending bookings of these customers. Ids that the reader
 * may not transfer are left out.
 */
export async function previewTransfer(
  db: Db,
  projectId: string,
  customerIds: readonly string[],
): Promise<Preview> {
  const found = rows(
    await db.rpc('transfer_preview', {
      p_project: projectId,
      p_customers: { customer_ids: [...customerIds] },
    }),
  ).map((row) => ({
    id: row.customer_id,
    name: row.name,
    // The generated types do not know that a function's columns may be null.
    storeName: row.store_name as string | null,
    agentId: row.agent_id,
    since: row.since,
    receivables: addMoney(money(row.collectibles), money(row.uncleared)),
    collectibles: money(row.collectibles),
    pending: Number(row.pending),
    pendingTotal: money(row.pending_total),
  }))
  return {
    rows: found,
    receivables: addMoney(...found.map((row) => row.receivables)),
    collectibles: addMoney(...found.map((row) => row.collectibles)),
    pending: found.reduce((sum, row) => sum + row.pending, 0),
    pendingTotal: addMoney(...found.map((row) => row.pendingTotal)),
  }
}
