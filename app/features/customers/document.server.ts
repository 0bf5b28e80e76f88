import { row, rows } from '~/platform/command.server'
import type { Db } from '~/platform/context'
import type { Json } from '~/platform/database.types'
import { formatMoney, type Money, money } from '~/platform/money'

/** A customer as its page shows it. */
export interface CustomerDocument {
  id: string
  name: string
  storeName: string | null
  address: string | null
  area: string | null
  contact: string | null
  tinNo: string | null
  businessStyle: string | null
  agentId: string
  termsDays: number
  status: string
  decisionReason: string | null
  dateAdded: string
  createdBy: string | null
  version: number
}

/**
 * One customer.
 *
 * @throws the 404 page for a missing customer, one of another project, or one out of the reader's scope.
 */
export async function readCustomer(
  db: Db,
  projectId: string,
  customerId: string,
): Promise<CustomerDocument> {
  const found = row(
    await db
      .from('customers')
      .select('*')
      .eq('project_id', projectId)
      .eq('id', customerId)
      .single(),
  )
  return {
    id: found.id,
    name: found.name,
    storeName: found.store_name,
    address: found.address,
    area: found.area,
    contact: found.contact,
    tinNo: found.tin_no,
    businessStyle: found.business_style,
    agentId: found.agent_id,
    termsDays: found.terms_days,
    status: found.approval_status,
    decisionReason: found.decision_reason,
    dateAdded: found.date_added,
    createdBy: found.created_by,
    version: found.version,
  }
}

const NEWEST = 10

/** A booking on its customer's page. */
export interface CustomerBooking {
  id: string
  soNo: string
  stage: string
  invoiceNo: string | null
  dateAdded: string
  dateDue: string | null
  total: Money
  balance: Money
}

/** The customer's ten newest bookings. */
export async function newestBookings(
  db: Db,
  projectId: string,
  customerId: string,
): Promise<CustomerBooking[]> {
  const found = rows(
    await db
      .from('bookings')
      .select('id, so_no, stage, invoice_no, date_added, date_due, total, balance')
      .eq('project_id', projectId)
      .eq('customer_id', customerId)
      .order('date_added', { ascending: false })
      .order('id', { ascending: false })
      .limit(NEWEST),
  )
  return found.map((booking) => ({
    id: booking.id,
    soNo: booking.so_no,
    stage: booking.stage,
    invoiceNo: booking.invoice_no,
    dateAdded: booking.date_added,
    dateDue: booking.date_due,
    total: money(booking.total),
    balance: money(booking.balance),
  }))
}

/** A collection on its customer's page. */
export interface CustomerCollection {
  id: string
  crNo: string
  type: string
  status: string
  dateCollected: string
  amount: Money
}

/** The customer's ten newest collections. */
export async function newestCollections(
  db: Db,
  projectId: string,
  customerId: string,
): Promise<CustomerCollection[]> {
  const found = rows(
    await db
      .from('collections')
      .select('id, cr_no, collection_type, approval_status, date_collected, amount')
      .eq('project_id', projectId)
      .eq('customer_id', customerId)
      .order('date_collected', { ascending: false })
      .order('id', { ascending: false })
      .limit(NEWEST),
  )
  return found.map((collection) => ({
    id: collection.id,
    crNo: collection.cr_no,
    type: collection.collection_type,
    status: collection.approval_status,
    dateCollected: collection.date_collected,
    amount: money(collection.amount),
  }))
}

/** One entry of the finance trail: what, who, when. */
export interface FinanceEvent {
  id: string
  type: string
  userId: string | null
  at: string
  details: string
}

/** The customer's finance trail (financeUserID of the specification), newest first, up to 50. */
export async function listFinanceEvents(
  db: Db,
  projectId: string,
  customerId: string,
): Promise<FinanceEvent[]> {
  const found = rows(
    await db
      .from('customer_finance_events')
      .select('id, type, user_id, at, details')
      .eq('project_id', projectId)
      .eq('customer_id', customerId)
      .order('id', { ascending: false })
      .limit(50),
  )
  return found.map((event) => ({
    id: String(event.id),
    type: event.type,
    userId: event.user_id,
    at: event.at,
    details: describe(event.type, event.details),
  }))
}

/** What an event's details say, in words. */
function describe(type: string, details: Json): string {
  const of = (details ?? {}) as Record<string, string | number | null>
  if (of.cr_no) return `${of.cr_no}, ${formatMoney(money(of.amount))}`
  if (type === 'rejected') return String(of.reason ?? '')
  if (type !== 'approved') return ''
  const line = of.credit_line == null ? 'no limit' : formatMoney(money(of.credit_line))
  return `Credit line ${line}, terms ${of.terms_days ?? 0} days`
}
