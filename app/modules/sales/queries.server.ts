import { packingOf } from '~/modules/inventory/queries.server'
import { row, rows } from '~/platform/db/command.server'
import { encodeCursor, type Keyset, type Listed, type Page } from '~/platform/db/keyset'
import { readPage } from '~/platform/db/page.server'
import { anyContains } from '~/platform/db/search'
import type { Db } from '~/platform/request/context'
import { type Money, money } from '~/platform/values/money'
import { type Packing, type Price, price, priceOrNull } from '~/platform/values/price'
import type { BookingFilters } from './filters'

/** A booking in a list. */
export interface BookingRow {
  id: string
  soNo: string
  stage: string
  invoiceNo: string | null
  customerId: string
  customerName: string
  storeName: string | null
  agentId: string
  dateAdded: string
  dateInvoiced: string | null
  dateDelivered: string | null
  total: Money
  balance: Money
  /** The balance when only cleared money counts. */
  clearedBalance: Money
  version: number
}

const ROW =
  'id, so_no, stage, invoice_no, customer_id, customer_name, store_name, agent_id, date_added, date_invoiced, date_delivered, total, total_key, balance, cleared_balance, version'

/**
 * Reads one page of the project's bookings that the reader may see, in the keyset's order. `search_agents`
 * are the agents whose name matches the search.
 */
export async function listBookings(
  db: Db,
  projectId: string,
  keyset: Keyset,
  filters: BookingFilters & { search_agents: string[] },
): Promise<Page<Listed<BookingRow>>> {
  let query = db.from('bookings').select(ROW).eq('project_id', projectId)
  const search = anyContains(['search_key'], filters.search?.toLowerCase() ?? null, 'like')
  if (search) {
    const agents = filters.search_agents.map((id) => `agent_id.eq.${id}`)
    query = query.or([search, ...agents].join())
  }
  if (filters.stage) query = query.eq('stage', filters.stage)
  if (filters.agent) query = query.eq('agent_id', filters.agent)
  if (filters.added_from) query = query.gte('date_added', filters.added_from)
  if (filters.added_to) query = query.lte('date_added', filters.added_to)
  if (filters.delivered_from) query = query.gte('date_delivered', filters.delivered_from)
  if (filters.delivered_to) query = query.lte('date_delivered', filters.delivered_to)
  return readPage(keyset, query, {
    row: (booking) => ({ ...bookingRow(booking), cursor: encodeCursor(booking, keyset) }),
  })
}

/** Sums of all bookings that the filters find, not only of the page. */
export interface BookingTotals {
  bookings: number
  cancelled: number
  /** The total without cancelled bookings. */
  total: Money
  /** The balance of validated bookings. */
  balance: Money
  clearedBalance: Money
}

export async function readBookingTotals(
  db: Db,
  projectId: string,
  filters: BookingFilters & { search_agents: string[] },
): Promise<BookingTotals> {
  const [sum] = rows(
    await db.rpc('booking_totals', { p_project: projectId, p_filters: { ...filters } }),
  )
  return {
    bookings: Number(sum?.bookings ?? 0),
    cancelled: Number(sum?.cancelled ?? 0),
    total: money(sum?.total ?? 0),
    balance: money(sum?.balance ?? 0),
    clearedBalance: money(sum?.cleared_balance ?? 0),
  }
}

/** The product of a line. Stock is in pieces. */
export interface LineProduct extends Packing {
  id: string
  description: string
  available: number
}

/** The price that a booking proposes, and where it comes from. */
interface ProposedPrice {
  price: Price
  /** Null for the current SRP. */
  list: { name: string; validFrom: string } | null
  floor: Price | null
  vatOnTop: number
}

/** Returns the prices that a booking of the customer proposes on a day (today when null), by product. */
export async function readProposedPrices(
  db: Db,
  projectId: string,
  of: { customerId: string | null; on: string | null; products: readonly string[] },
): Promise<Map<string, ProposedPrice>> {
  if (of.products.length === 0) return new Map()
  const found = rows(
    await db.rpc('proposed_prices', {
      p_project: projectId,
      // The generated types know no null of an argument.
      p_customer: of.customerId as string,
      p_on: of.on as string,
      p_products: { products: [...new Set(of.products)] },
    }),
  )
  return new Map(
    found.map((each) => [
      each.product_id,
      {
        price: price(each.agent_srp, each.agent_srp_pieces),
        list: each.price_list_id ? { name: each.list_name, validFrom: each.valid_from } : null,
        floor: priceOrNull(each.floor, each.agent_srp_pieces),
        vatOnTop: Number(each.vat_on_top),
      },
    ]),
  )
}

/**
 * Returns the chosen products as they are now, by id. Unknown ids and those of other projects are
 * absent.
 */
export async function readLineProducts(
  db: Db,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, LineProduct>> {
  if (ids.length === 0) return new Map()
  const found = rows(
    await db
      .from('inventory')
      .select('product_id, available, products!inner(description, case_config, price_unit)')
      .eq('project_id', projectId)
      .in('product_id', [...new Set(ids)]),
  )
  return new Map(
    found.map((item) => [
      item.product_id,
      {
        id: item.product_id,
        description: item.products.description,
        ...packingOf(item.products),
        available: item.available,
      },
    ]),
  )
}

/** Reads the SO number of a booking, for "Last booked". */
export async function readSoNo(db: Db, projectId: string, id: string): Promise<string> {
  const found = row(
    await db.from('bookings').select('so_no').eq('project_id', projectId).eq('id', id).single(),
  )
  return found.so_no
}

interface RawRow {
  id: string
  so_no: string
  stage: string
  invoice_no: string | null
  customer_id: string
  customer_name: string
  store_name: string | null
  agent_id: string
  date_added: string
  date_invoiced: string | null
  date_delivered: string | null
  total: number
  balance: number
  cleared_balance: number
  version: number
}

function bookingRow(raw: RawRow): BookingRow {
  return {
    id: raw.id,
    soNo: raw.so_no,
    stage: raw.stage,
    invoiceNo: raw.invoice_no,
    customerId: raw.customer_id,
    customerName: raw.customer_name,
    storeName: raw.store_name,
    agentId: raw.agent_id,
    dateAdded: raw.date_added,
    dateInvoiced: raw.date_invoiced,
    dateDelivered: raw.date_delivered,
    total: money(raw.total),
    balance: money(raw.balance),
    clearedBalance: money(raw.cleared_balance),
    version: raw.version,
  }
}
