import { paths } from '~/paths'
import { row, rows } from '~/platform/db/command.server'
import type { Keyset, Page } from '~/platform/db/keyset'
import { type PageFilters, readPage } from '~/platform/db/page.server'
import type { Db } from '~/platform/request/context'
import { addDays } from '~/platform/values/dates'
import { type Price, price } from '~/platform/values/price'
import { single } from '../queries.server'
import { litresOf } from './litres'

/** A product with its current stock, for the head of its stock ledger. Quantities are in pieces. */
export interface LedgerProduct {
  id: string
  description: string
  materialCode: string
  color: string | null
  active: boolean
  caseConfig: number
  onHand: number
  badOrder: number
  reserved: number
  available: number
  litres: number
  srp: Price
  reorderLevel: number | null
  belowReorder: boolean
}

/**
 * Reads the product of a stock ledger.
 *
 * @throws A 404 response when the product is missing or belongs to another project.
 */
export async function readLedgerProduct(
  db: Db,
  projectId: string,
  productId: string,
): Promise<LedgerProduct> {
  const product = row(
    await db
      .from('products')
      .select(
        'id, description, material_code, selected_color, status, case_config, liters_per_case, inventory!inner(on_hand, bad_order, reserved, available, current_srp, current_srp_pieces, reorder_level, below_reorder)',
      )
      .eq('project_id', projectId)
      .eq('id', productId)
      .maybeSingle(),
  )
  const stock = single(product.inventory)
  return {
    id: product.id,
    description: product.description,
    materialCode: product.material_code,
    color: product.selected_color,
    active: product.status === 'active',
    caseConfig: product.case_config,
    onHand: stock.on_hand,
    badOrder: stock.bad_order,
    reserved: stock.reserved,
    available: stock.available,
    litres: litresOf(stock.on_hand, product.case_config, product.liters_per_case),
    srp: price(stock.current_srp, stock.current_srp_pieces),
    reorderLevel: stock.reorder_level,
    belowReorder: stock.below_reorder,
  }
}

/** A movement with the balance after it, in pieces. */
export interface LedgerEntry {
  id: string
  onDate: string
  kind: string
  /** Where the pieces are: `sellable` or `bad_order`. */
  state: string
  quantity: number
  balance: number
  /** The document's address and name; null when the reader may not open it. */
  document: { to: string; name: string } | null
  createdBy: string | null
}

const DOCUMENTS: Record<string, (id: string) => string> = {
  purchases: paths.inventory.purchase,
  bookings: paths.sales.booking,
  stock_counts: paths.inventory.count,
  warehouse_requests: paths.warehouse.request,
  memos: paths.memos.memo,
  bad_orders: paths.inventory.badOrder,
  // The number is the other one's; its page is one link away.
  products: paths.inventory.product,
  imports: () => `${paths.imports.kind('opening_stock')}#history`,
}

/** Reads one page of a product's ledger, newest first. */
export function listLedger(
  db: Db,
  projectId: string,
  productId: string,
  period: { from: string | null; to: string | null },
  keyset: Keyset,
): Promise<Page<LedgerEntry>> {
  // The function goes back in time only: the page after this one is of the days before.
  const source = ({ limit, after }: PageFilters) =>
    db.rpc('product_ledger', {
      p_project: projectId,
      p_product: productId,
      p_filters: { ...period, limit, ...(after ? { before: after } : {}) },
    })
  return readPage(keyset, source, {
    row: (entry) => ({
      id: String(entry.id),
      onDate: entry.on_date,
      kind: entry.kind,
      state: entry.stock_state,
      quantity: entry.quantity,
      balance: Number(entry.balance),
      document: documentOf(entry),
      createdBy: entry.created_by,
    }),
  })
}

function documentOf(entry: { document: string | null; source_table: string; source_id: string }) {
  const address = DOCUMENTS[entry.source_table]
  if (!entry.document || !address) return null
  return { to: address(entry.source_id), name: entry.document }
}

/** Returns the quantity on hand before a day began. */
export async function readOpening(
  db: Db,
  projectId: string,
  productId: string,
  day: string,
): Promise<number> {
  const [last] = rows(
    await db.rpc('product_ledger', {
      p_project: projectId,
      p_product: productId,
      p_filters: { to: addDays(day, -1), limit: 1 },
    }),
  )
  return Number(last?.balance ?? 0)
}

/** Makes the last row of a period's ledger, newest first: the balance before its first day. */
export function openingEntry(day: string, balance: number): LedgerEntry {
  return {
    id: 'opening',
    onDate: day,
    kind: 'opening',
    state: 'sellable',
    quantity: 0,
    balance,
    document: null,
    createdBy: null,
  }
}
