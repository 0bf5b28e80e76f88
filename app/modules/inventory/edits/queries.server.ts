import { allRows, rows } from '~/platform/db/command.server'
import type { Keyset, Page } from '~/platform/db/keyset'
import { readPage } from '~/platform/db/page.server'
import { anyContains } from '~/platform/db/search'
import type { Db } from '~/platform/request/context'
import { addDays } from '~/platform/values/dates'
import { type Money, money } from '~/platform/values/money'
import { type Price, price, priceOrNull } from '~/platform/values/price'
import { lineProducts } from '../purchases/products.server'
import { single } from '../queries.server'
import type { EditItem } from './items'

/** A request to correct one figure of a purchase line, with the figure before and after. */
export interface Edit {
  id: string
  version: number
  purchaseId: string
  poNo: string
  supplier: string
  description: string
  materialCode: string
  caseConfig: number
  item: EditItem
  /** A number of pieces or a price, depending on `item`; null when the line had no SRP. */
  from: Price | null
  to: Price
  live: boolean
  reason: string
  status: string
  requestedBy: string
  requestedAt: string
  decidedBy: string | null
  decidedAt: string | null
  note: string | null
}

const COLUMNS =
  'id, version, purchase_id, po_no, product_id, item_to_edit, item_edit_from, from_pieces, what_edit, what_pieces, is_change_live_srp, reason, request_status, user_id, created_at, decided_by, decided_at, decision_note, purchases!inner(supplier)'

interface Found {
  id: string
  version: number
  purchase_id: string
  po_no: string
  product_id: string
  item_to_edit: string
  item_edit_from: number | null
  from_pieces: number
  what_edit: number
  what_pieces: number
  is_change_live_srp: boolean
  reason: string
  request_status: string
  user_id: string
  created_at: string
  decided_by: string | null
  decided_at: string | null
  decision_note: string | null
  purchases: { supplier: string } | { supplier: string }[]
}

async function toEdits(db: Db, projectId: string, found: Found[]): Promise<Edit[]> {
  const ids = found.map((request) => request.product_id)
  const products = await lineProducts(db, projectId, ids)
  return found.map((request) => {
    const product = products.get(request.product_id)
    return {
      id: request.id,
      version: request.version,
      purchaseId: request.purchase_id,
      poNo: request.po_no,
      supplier: single(request.purchases).supplier,
      description: product?.description ?? '–',
      materialCode: product?.materialCode ?? '–',
      caseConfig: product?.caseConfig ?? 1,
      item: request.item_to_edit as EditItem,
      from: priceOrNull(request.item_edit_from, request.from_pieces),
      to: price(request.what_edit, request.what_pieces),
      live: request.is_change_live_srp,
      reason: request.reason,
      status: request.request_status,
      requestedBy: request.user_id,
      requestedAt: request.created_at,
      decidedBy: request.decided_by,
      decidedAt: request.decided_at,
      note: request.decision_note,
    }
  })
}

/** Lists the pending requests (oldest first), or all requests about one purchase. */
export async function listEdits(
  db: Db,
  projectId: string,
  of: { purchaseId: string } | 'pending',
): Promise<Edit[]> {
  const query = db
    .from('product_edit_requests')
    .select(COLUMNS)
    .eq('project_id', projectId)
    .order('id')
  const found = await allRows(
    of === 'pending'
      ? query.eq('request_status', 'pending')
      : query.eq('purchase_id', of.purchaseId),
  )
  return toEdits(db, projectId, found)
}

export interface EditFilters {
  /** Searches PO number and reason. */
  search: string | null
  status: string | null
  item: string | null
  /** Days of the decision in the project's time zone, both inclusive. */
  from: string | null
  to: string | null
}

/**
 * Returns one page of decided requests, the newest decision first, and the number of all of them.
 */
export async function listDecided(
  db: Db,
  projectId: string,
  keyset: Keyset,
  filters: EditFilters,
  timeZone: string,
): Promise<Page<Edit> & { count: number }> {
  const midnight = (day: string) => `${day} 00:00 ${timeZone}`
  const contains = anyContains(['po_no', 'reason'], filters.search)
  const decided = (columns: string, options?: { count: 'exact'; head: true }) => {
    let query = db
      .from('product_edit_requests')
      .select(columns as typeof COLUMNS, options)
      .eq('project_id', projectId)
      .neq('request_status', 'pending')
    if (contains) query = query.or(contains)
    if (filters.status) query = query.eq('request_status', filters.status)
    if (filters.item) query = query.eq('item_to_edit', filters.item)
    if (filters.from) query = query.gte('decided_at', midnight(filters.from))
    if (filters.to) query = query.lt('decided_at', midnight(addDays(filters.to, 1)))
    return query
  }
  const count = decided('id', { count: 'exact', head: true })
  const page = await readPage(keyset, decided(COLUMNS), { count })
  return {
    ...page,
    rows: await toEdits(db, projectId, page.rows),
  }
}

/** The effect of approving a pending request. Quantities are in pieces. */
export interface EditEffect {
  onHand: number
  onHandThen: number
  liveSrp: Price
  value: Money
  valueThen: Money
  total: Money
  totalThen: Money
  openBookings: number
}

/** Returns the effects of all pending requests, by request id. */
export async function readEffects(db: Db, projectId: string): Promise<Record<string, EditEffect>> {
  const found = rows(await db.rpc('product_edit_effects', { p_project: projectId }))
  return Object.fromEntries(
    found.map((effect) => [
      effect.request_id,
      {
        onHand: effect.on_hand,
        onHandThen: effect.on_hand_then,
        liveSrp: price(effect.live_srp, effect.live_srp_pieces),
        value: money(effect.srp_value_now),
        valueThen: money(effect.srp_value_then),
        total: money(effect.purchase_total_now),
        totalThen: money(effect.purchase_total_then),
        openBookings: Number(effect.open_bookings),
      },
    ]),
  )
}
