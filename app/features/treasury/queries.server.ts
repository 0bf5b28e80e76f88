import { rows } from '~/platform/command.server'
import type { Db } from '~/platform/context'
import { type Keyset, type Page, pageOf } from '~/platform/keyset'
import { addMoney, type Money, money } from '~/platform/money'
import { anyContains } from '~/platform/search'

/** A collection in the list. */
export interface CollectionRow {
  id: string
  dateCollected: string
  crNo: string
  customerId: string
  customerName: string
  type: string
  amount: Money
  /** What a returned or replaced cheque no longer counts. */
  reversed: Money
  status: string
  drrNo: string | null
  /** SO numbers it pays, with what each gets. */
  allocated: { soNo: string; amount: Money }[]
}

export interface CollectionFilters {
  /** In CR number, DRR number, the customer's name or store, or an SO number. */
  search: string | null
  status: string | null
  type: string | null
  from: string | null
  to: string | null
}

/** One page of the project's collections that the reader may see, newest first. */
export async function listCollections(
  db: Db,
  projectId: string,
  keyset: Keyset,
  filters: CollectionFilters,
): Promise<Page<CollectionRow>> {
  let query = db
    .from('collections')
    .select(
      'id, date_collected, cr_no, customer_id, collection_type, amount, reversed, approval_status, drr_no, customers!inner(name), collection_allocations(so_no, amount)',
    )
    .eq('project_id', projectId)
    .order(keyset.by, { ascending: keyset.ascending })
    .order('id', { ascending: keyset.ascending })
    .limit(keyset.size + 1)
  if (filters.search) query = query.or(await searchFor(db, projectId, filters.search))
  if (filters.status) query = query.eq('approval_status', filters.status)
  if (filters.type) query = query.eq('collection_type', filters.type)
  if (filters.from) query = query.gte('date_collected', filters.from)
  if (filters.to) query = query.lte('date_collected', filters.to)
  if (keyset.or) query = query.or(keyset.or)
  const page = pageOf(rows(await query), keyset)
  return {
    ...page,
    rows: page.rows.map((collection) => ({
      id: collection.id,
      dateCollected: collection.date_collected,
      crNo: collection.cr_no,
      customerId: collection.customer_id,
      customerName: collection.customers.name,
      type: collection.collection_type,
      amount: money(collection.amount),
      reversed: money(collection.reversed),
      status: collection.approval_status,
      drrNo: collection.drr_no,
      allocated: netOf(collection.collection_allocations),
    })),
  }
}

/** How many collections wait for approval. */
export async function countPendingCollections(db: Db, projectId: string): Promise<number> {
  const result = await db
    .from('collections')
    .select('id', { count: 'exact', head: true })
    .eq('project_id', projectId)
    .eq('approval_status', 'pending')
  rows({ data: [], error: result.error })
  return result.count ?? 0
}

/** Enough to find a receipt by name; more of them would make the address of the query too long. */
const FOUND = 60

/** The search as one filter: own numbers, or customers and allocations found beforehand. */
async function searchFor(db: Db, projectId: string, search: string): Promise<string> {
  const customers = rows(
    await db
      .from('customers')
      .select('id')
      .eq('project_id', projectId)
      .or(anyContains(['name', 'store_name'], search) ?? '')
      .order('name')
      .limit(FOUND),
  )
  const allocations = rows(
    await db
      .from('collection_allocations')
      .select('collection_id')
      .eq('project_id', projectId)
      .or(anyContains(['so_no'], search) ?? '')
      .order('id', { ascending: false })
      .limit(FOUND),
  )
  const filters = [anyContains(['cr_no', 'drr_no'], search)]
  if (customers.length) filters.push(`customer_id.in.(${customers.map((one) => one.id)})`)
  if (allocations.length) {
    filters.push(`id.in.(${[...new Set(allocations.map((one) => one.collection_id))]})`)
  }
  return filters.join(',')
}

/** Allocations are insert-only: what was taken back is an opposite row, so they are added up. */
function netOf(
  allocations: readonly { so_no: string; amount: number }[],
): { soNo: string; amount: Money }[] {
  const sums = new Map<string, Money>()
  for (const { so_no, amount } of allocations) {
    sums.set(so_no, addMoney(sums.get(so_no) ?? money(0), money(amount)))
  }
  return [...sums]
    .filter(([, amount]) => amount !== '0.00')
    .map(([soNo, amount]) => ({ soNo, amount }))
    .sort((a, b) => a.soNo.localeCompare(b.soNo))
}
