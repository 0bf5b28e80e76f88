import { row } from '~/platform/db/command.server'
import type { Database } from '~/platform/db/database.types'
import type { Db } from '~/platform/request/context'
import type { Discount } from '~/platform/values/discount'
import { addMoney, type Money, money } from '~/platform/values/money'
import { type Price, type PriceUnit, price } from '~/platform/values/price'

/** One line of a booking. Quantities are in pieces. */
export interface BookingLine {
  id: string
  lineNo: number
  productId: string
  description: string
  materialCode: string
  caseConfig: number
  priceUnit: PriceUnit
  quantity: number
  delivered: number
  released: number
  /** The pieces that are neither delivered nor released. */
  open: number
  /** The delivered pieces that were taken back by the warehouse. */
  returned: number
  agentSrp: Price
  discount: Discount
  /** The number of the line with which these goods are given for free. */
  freeOf: number | null
  /** The amount at AgentSRP, before the discount, and what is left of it; both include VAT. */
  gross: Money
  amount: Money
  vatClass: string
  /** True when its class or percentage says something of VAT. */
  taxed: boolean
  /** The VAT in the amount. */
  vat: Money
  /** The percentage of VAT that comes on top of the price; 0 when the price includes it. */
  vatOnTop: number
  /** Available and on-hand pieces now; null without stock.read. */
  available: number | null
  onHand: number | null
}

/** A booking as its page shows it. */
export interface BookingDocument {
  id: string
  soNo: string
  stage: string
  /** True when the warehouse holds the goods: no delivery. */
  onHold: boolean
  customerId: string
  customerName: string
  storeName: string | null
  deliverTo: string | null
  area: string | null
  agentId: string
  remarks: string | null
  dateAdded: string
  validatedAt: string | null
  validatedBy: string | null
  overrideReason: string | null
  invoiceNo: string | null
  dateInvoiced: string | null
  invoiceNoChangedAt: string | null
  dateDelivered: string | null
  dateDue: string | null
  datePaid: string | null
  cancelReason: string | null
  dateCancelled: string | null
  createdBy: string | null
  createdAt: string
  collectionStatus: string
  /** By how much the lines are less than at AgentSRP. */
  discount: Money
  total: Money
  collected: Money
  credited: Money
  balance: Money
  /** The part of the collected amount that came by uncleared cheques. */
  uncleared: Money
  /** The balance when only cleared money counts. */
  clearedBalance: Money
  version: number
  lines: BookingLine[]
}

type Tables = Database['public']['Tables']

/** The answer of the SQL function `booking_document`. */
export interface FoundBooking {
  booking: Tables['bookings']['Row']
  lines: (Tables['booking_lines']['Row'] & {
    description: string | null
    material_code: string | null
    price_unit: string | null
    available: number | null
    on_hand: number | null
    vat: number
    returned: number
  })[]
}

/**
 * Reads one booking with its lines.
 *
 * @throws A 404 response when the booking is missing, belongs to another project, or is out of the
 * reader's scope.
 */
export async function readBooking(
  db: Db,
  projectId: string,
  bookingId: string,
): Promise<BookingDocument> {
  const args = { p_project: projectId, p_booking: bookingId }
  return bookingOf(row(await db.rpc('booking_document', args)) as unknown as FoundBooking)
}

/** Makes the document of what `booking_document` returns. */
export function bookingOf({ booking: found, lines }: FoundBooking): BookingDocument {
  return {
    id: found.id,
    soNo: found.so_no,
    stage: found.stage,
    onHold: found.on_hold,
    customerId: found.customer_id,
    customerName: found.customer_name,
    storeName: found.store_name,
    deliverTo: found.deliver_to,
    area: found.area,
    agentId: found.agent_id,
    remarks: found.remarks,
    dateAdded: found.date_added,
    validatedAt: found.validated_at,
    validatedBy: found.validated_by,
    overrideReason: found.override_reason,
    invoiceNo: found.invoice_no,
    dateInvoiced: found.date_invoiced,
    invoiceNoChangedAt: found.invoice_no_changed_at,
    dateDelivered: found.date_delivered,
    dateDue: found.date_due,
    datePaid: found.date_paid,
    cancelReason: found.cancel_reason,
    dateCancelled: found.date_cancelled,
    createdBy: found.created_by,
    createdAt: found.created_at,
    collectionStatus: found.collection_status,
    discount: money(found.discount),
    total: money(found.total),
    collected: money(found.collected),
    credited: money(found.credited),
    balance: money(found.balance),
    uncleared: money(found.uncleared),
    clearedBalance: money(found.cleared_balance),
    version: found.version,
    lines: lines.map(lineOf),
  }
}

function lineOf(line: FoundBooking['lines'][number]): BookingLine {
  return {
    id: line.id,
    lineNo: line.line_no,
    productId: line.product_id,
    description: line.description ?? 'Product',
    materialCode: line.material_code ?? '',
    caseConfig: line.case_config,
    priceUnit: (line.price_unit ?? 'piece') as PriceUnit,
    quantity: line.quantity,
    delivered: line.quantity_delivered,
    released: line.quantity_released,
    open: line.quantity - line.quantity_delivered - line.quantity_released,
    returned: line.returned,
    agentSrp: price(line.agent_srp, line.agent_srp_pieces),
    discount: { percent: String(line.discount_percent), amount: money(line.discount_amount) },
    freeOf: line.free_of,
    gross: money(line.gross),
    amount: money(line.amount),
    vatClass: line.vat_class,
    taxed: Number(line.vat_percent) > 0 || line.vat_class !== 'vatable',
    vat: money(line.vat),
    vatOnTop: Number(line.vat_on_top),
    available: line.available,
    onHand: line.on_hand,
  }
}

/** The part of a collection that pays one booking, or will pay it once approved. */
export interface BookingCollection {
  id: string
  crNo: string
  type: string
  status: string
  dateCollected: string
  chequeNo: string | null
  chequeState: string | null
  amount: Money
}

/** A row of a receipt that pays a booking: its part, or an opposite one, with the receipt. */
export type Allocation = { amount: number } & Pick<
  Tables['collections']['Row'],
  | 'id'
  | 'cr_no'
  | 'collection_type'
  | 'approval_status'
  | 'date_collected'
  | 'cheque_no'
  | 'cheque_state'
  | 'created_at'
  | 'created_by'
  | 'approved_at'
  | 'approved_by'
>

/** Lists the collections that have these allocations to a booking, in their order. */
export function collectionsOf(allocations: readonly Allocation[]): BookingCollection[] {
  // Allocations are insert-only: a reversal is an opposite row, so they are summed.
  const byId = new Map<string, BookingCollection>()
  for (const of of allocations) {
    const known = byId.get(of.id)
    byId.set(of.id, {
      id: of.id,
      crNo: of.cr_no,
      type: of.collection_type,
      status: of.approval_status,
      dateCollected: of.date_collected,
      chequeNo: of.cheque_no,
      chequeState: of.cheque_state,
      amount: known ? addMoney(known.amount, money(of.amount)) : money(of.amount),
    })
  }
  return [...byId.values()]
}
