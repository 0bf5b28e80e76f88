import type { IssuedHead } from '~/modules/logos/letterhead.server'
import { row, rows } from '~/platform/db/command.server'
import type { Database } from '~/platform/db/database.types'
import { encodeCursor, type Keyset, type Listed, type Page } from '~/platform/db/keyset'
import { pageFilters, toPage } from '~/platform/db/page.server'
import type { Db } from '~/platform/request/context'
import { addMoney, type Money, money } from '~/platform/values/money'
import type { DeliveryFilters } from './filters'

/** A booking in the day list: its open pieces, or those delivered on the day. */
export interface Delivery {
  id: string
  soNo: string
  invoiceNo: string | null
  customerName: string
  deliverTo: string | null
  agentId: string
  agent: string
  area: string | null
  dateAdded: string
  onHold: boolean
  version: number
  amount: Money
  /** The numbers of the delivery receipts of the day. */
  drNo: string | null
}

/** The deliveries of an agent in an area. */
export interface Group {
  agentId: string
  agent: string
  area: string | null
  bookings: number
  amount: Money
}

/** The agents and areas of the day list with their sums, and the sum of all. */
interface Groups {
  groups: Group[]
  bookings: number
  amount: Money
}

/** The most rows that one answer has. */
const MOST = 1000

type Level = 'booking' | 'group'
type Found = Database['public']['Functions']['delivery_list']['Returns'][number]

function read(
  db: Db,
  projectId: string,
  filters: DeliveryFilters,
  more: { level: Level } & Record<string, unknown>,
) {
  return db.rpc('delivery_list', {
    p_project: projectId,
    p_filters: { ...filters, ...more } as never,
  })
}

/** Reads one page of the day list, by agent, area and customer, and the groups of all its pages. */
export async function readDayList(
  db: Db,
  projectId: string,
  filters: DeliveryFilters,
  keyset: Keyset,
): Promise<Page<Listed<Delivery>> & { sums: Groups }> {
  const found = rows(
    await read(db, projectId, filters, {
      level: 'booking',
      with_groups: true,
      ...pageFilters(keyset),
    }),
  )
  const of = (wanted: Level) => found.filter(({ level }) => level === wanted)
  const page = toPage(of('booking'), keyset)
  // An answer that is full may lack groups.
  const whole = found.length < MOST
  return {
    ...page,
    rows: page.rows.map((each) => ({ ...deliveryOf(each), cursor: encodeCursor(each, keyset) })),
    sums: whole ? sumsOf(of('group')) : await readGroups(db, projectId, filters),
  }
}

function deliveryOf(each: Found): Delivery {
  return {
    id: each.booking_id,
    soNo: each.so_no,
    invoiceNo: each.invoice_no as string | null,
    customerName: each.customer_name,
    deliverTo: each.deliver_to as string | null,
    agentId: each.agent_id,
    agent: each.agent_name,
    area: each.area as string | null,
    dateAdded: each.date_added,
    onHold: each.on_hold,
    version: each.version,
    amount: money(each.amount),
    drNo: each.dr_no as string | null,
  }
}

/** Reads the agents and areas of the day list with their sums, and the sum of all. */
export async function readGroups(
  db: Db,
  projectId: string,
  filters: DeliveryFilters,
): Promise<Groups> {
  return sumsOf(rows(await read(db, projectId, filters, { level: 'group' })))
}

function sumsOf(found: readonly Found[]): Groups {
  const groups = found.map((each) => ({
    agentId: each.agent_id,
    agent: each.agent_name,
    area: each.area as string | null,
    bookings: Number(each.bookings),
    amount: money(each.amount),
  }))
  return {
    groups,
    bookings: groups.reduce((sum, { bookings }) => sum + bookings, 0),
    amount: addMoney(...groups.map(({ amount }) => amount)),
  }
}

/** A product of the pick list. Quantities are in pieces. */
export interface PickLine {
  id: string
  materialCode: string
  description: string
  category: string | null
  caseConfig: number
  bookings: number
  pieces: number
  onHand: number
}

/** Lists the products to pick for these open deliveries, without those on hold. */
export async function listPicks(
  db: Db,
  projectId: string,
  filters: DeliveryFilters & { bookings: readonly string[] },
): Promise<PickLine[]> {
  const found = rows(
    await db.rpc('pick_list', { p_project: projectId, p_filters: { ...filters } as never }),
  )
  return found.map((each) => ({
    id: each.product_id,
    materialCode: each.material_code,
    description: each.description,
    category: each.category1 as string | null,
    caseConfig: each.case_config,
    bookings: Number(each.bookings),
    pieces: Number(each.pieces),
    onHand: each.on_hand,
  }))
}

/**
 * A delivery receipt, as the SQL function delivery_receipt returns it. Quantities are in pieces;
 * money is text.
 */
export interface DeliveryReceipt {
  so_no: string
  stage: string
  invoice_no: string | null
  date_added: string
  customer_name: string
  store_name: string | null
  deliver_to: string | null
  area: string | null
  on_hold: boolean
  agent: string | null
  remarks: string | null
  /** The head of the project as it was when the receipt got its number, as names are; without a number as it is today. */
  letterhead: IssuedHead
  /** The number of the receipt; null before the delivery. */
  dr_no: string | null
  /** All receipts of the booking. */
  receipts: { dr_no: string; on: string }[]
  /** The days with a delivery. */
  days: string[]
  /** True when pieces are still open. */
  open: boolean
  /** The day of the delivery on the receipt; null for the open pieces. */
  on: string | null
  amount: Money
  discount: Money
  lines: {
    id: string
    material_code: string
    description: string
    case_config: number
    ordered: number
    released: number
    before: number
    now: number
    agent_srp: Money
    agent_srp_pieces: number
    discount_percent: string
    discount: Money
    free_of: number | null
    vat_on_top: boolean
    amount: Money
  }[]
}

/**
 * Reads the receipt of a booking's delivery by its number or its day. Without both it covers the open
 * pieces, else the last delivery.
 *
 * @throws A 404 response when the booking is missing or belongs to another project.
 */
export async function readDeliveryReceipt(
  db: Db,
  projectId: string,
  bookingId: string,
  { no, on }: { no: string | null; on: string | null },
): Promise<DeliveryReceipt> {
  const found = row(
    await db.rpc('delivery_receipt', {
      p_project: projectId,
      p_booking: bookingId,
      ...(on ? { p_on: on } : {}),
      ...(no ? { p_no: no } : {}),
    }),
  )
  return found as unknown as DeliveryReceipt
}
