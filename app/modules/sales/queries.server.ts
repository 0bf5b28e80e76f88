import { packingOf } from '~/modules/inventory/queries.server'
import { row, rows } from '~/platform/db/command.server'
import type { Database } from '~/platform/db/database.types'
import { encodeCursor, type Keyset, type Listed, type Page } from '~/platform/db/keyset'
import { type PageFilters, readPage } from '~/platform/db/page.server'
import type { Db } from '~/platform/request/context'
import { type Money, money } from '~/platform/values/money'
import { type Packing, type Price, price, priceOrNull } from '~/platform/values/price'
import type { BookingFilters } from './filters'
import { shownStage } from './stage'

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

/** The filters of the list with what the search finds besides: the agents whose name matches. */
type FoundFilters = BookingFilters & { search_agents: string[] }

/** Reads one page of the project's bookings that the reader may see, in the order of `sort`. */
export async function listBookings(
  db: Db,
  projectId: string,
  keyset: Keyset,
  filters: FoundFilters & { sort: string },
): Promise<Page<Listed<BookingRow>>> {
  const source = (cursor: PageFilters) =>
    db.rpc('booking_list', { p_project: projectId, p_filters: { ...filters, ...cursor } })
  return readPage(keyset, source, {
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
  filters: FoundFilters,
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

/** A product as a line of a booking takes it: its packing, its stock in pieces, and the price that is proposed. */
export interface LineProduct extends Packing {
  id: string
  description: string
  available: number
  price: Price
  /** Null for the current SRP. */
  list: { name: string; validFrom: string } | null
  floor: Price | null
  vatOnTop: number
}

/**
 * Returns the chosen products as they are now, by id, with the prices that a booking of the customer proposes on a day
 * (today when null). Unknown ids and those of other projects are absent.
 */
export async function readLineProducts(
  db: Db,
  projectId: string,
  of: { customerId: string | null; on: string | null; products: readonly string[] },
): Promise<Map<string, LineProduct>> {
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
        id: each.product_id,
        description: each.description,
        ...packingOf(each),
        available: each.available,
        price: price(each.agent_srp, each.agent_srp_pieces),
        list: each.price_list_id ? { name: each.list_name, validFrom: each.valid_from } : null,
        floor: priceOrNull(each.floor, each.agent_srp_pieces),
        vatOnTop: Number(each.vat_on_top),
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

type FoundRow = Database['public']['Functions']['booking_list']['Returns'][number]

function bookingRow(raw: FoundRow): BookingRow {
  return {
    id: raw.id,
    soNo: raw.so_no,
    stage: shownStage({ stage: raw.stage, total: money(raw.total), credited: money(raw.credited) }),
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
