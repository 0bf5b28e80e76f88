import { paths } from '~/paths'
import { rows } from '~/platform/db/command.server'
import type { Keyset, Page } from '~/platform/db/keyset'
import { readPage } from '~/platform/db/page.server'
import type { Db } from '~/platform/request/context'
import { formatDate } from '~/platform/values/dates'
import { type Price, price } from '~/platform/values/price'

/** One change of one price, with the document that made it. */
export interface PriceChange {
  id: string
  /** The label of the price. */
  price: string
  oldPrice: Price
  newPrice: Price
  createdAt: string
  createdBy: string
  /** The origin of the change: a document with its number, or the product form. */
  source: { label: string; to: string | null }
}

const PRICES: Record<string, string> = {
  def_cost: 'Default cost',
  def_srp: 'Default SRP',
  current_srp: 'Current SRP',
  list_price: 'Price in a list',
  list_floor: 'Floor in a list',
  list_percent: 'Price in a list, of its category',
}

/** Returns one page of the product's price changes that the reader may see, newest first. */
export async function listPriceChanges(
  db: Db,
  projectId: string,
  productId: string,
  keyset: Keyset,
  people: Promise<ReadonlyMap<string, string>>,
): Promise<Page<PriceChange>> {
  const query = db
    .from('price_changes')
    .select(
      'id, price, old_price, old_pieces, new_price, new_pieces, source_table, source_id, valid_from, percent::text, price_lists(name), created_at, created_by',
    )
    .eq('project_id', projectId)
    .eq('product_id', productId)
  const page = await readPage(keyset, query)
  const [names, documents] = await Promise.all([people, documentsOf(db, projectId, page.rows)])
  return {
    ...page,
    rows: page.rows.map((change) => ({
      id: String(change.id),
      price: PRICES[change.price] ?? change.price,
      oldPrice: price(change.old_price, change.old_pieces),
      newPrice: price(change.new_price, change.new_pieces),
      createdAt: change.created_at,
      createdBy: names.get(change.created_by ?? '') ?? '–',
      source:
        listOf(change) ?? documents.get(change.source_id ?? '') ?? sourceOf(change.source_table),
    })),
  }
}

/** Names the price list of a change, its percentage for a category, and the day from which it counts. */
function listOf({ price_lists: list, valid_from, percent }: OfList) {
  if (!list) return null
  const rise =
    percent && ` (SRP ${percent.startsWith('-') ? percent.replace('-', '−') : `+${percent}`}%)`
  return { label: `${list.name}${rise ?? ''}, from ${formatDate(valid_from ?? '')}`, to: null }
}

interface OfList {
  price_lists: { name: string } | null
  valid_from: string | null
  percent: string | null
}

/** Names the origin for readers who may not open the document. */
function sourceOf(table: string | null): PriceChange['source'] {
  const label =
    table === 'purchases'
      ? 'Purchase'
      : table === 'product_edit_requests'
        ? 'Approved request'
        : 'Edited here'
  return { label, to: null }
}

interface Sourced {
  source_table: string | null
  source_id: string | null
}

/**
 * Returns links to the purchases of these changes. An approved correction links to the purchase
 * that it corrected.
 */
async function documentsOf(
  db: Db,
  projectId: string,
  changes: readonly Sourced[],
): Promise<Map<string, PriceChange['source']>> {
  const idsOf = (table: string) => [
    ...new Set(
      changes.flatMap((change) =>
        change.source_table === table && change.source_id ? [change.source_id] : [],
      ),
    ),
  ]
  const requested = idsOf('product_edit_requests')
  const requests =
    requested.length === 0
      ? []
      : rows(
          await db
            .from('product_edit_requests')
            .select('id, purchase_id')
            .eq('project_id', projectId)
            .in('id', requested),
        )
  const bought = [...idsOf('purchases'), ...requests.map((request) => request.purchase_id)]
  if (bought.length === 0) return new Map()
  const purchases = rows(
    await db.from('purchases').select('id, po_no').eq('project_id', projectId).in('id', bought),
  )
  const documents = new Map(
    purchases.map(({ id, po_no }) => [id, { label: po_no, to: paths.inventory.purchase(id) }]),
  )
  for (const { id, purchase_id } of requests) {
    const corrected = documents.get(purchase_id)
    if (corrected)
      documents.set(id, { ...corrected, label: `Approved request, ${corrected.label}` })
  }
  return documents
}
