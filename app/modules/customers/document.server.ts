import { allRows, row, rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { type Money, money } from '~/platform/values/money'

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
  vatClass: string
  groupId: string | null
  priceListId: string | null
  agentId: string
  /** The credit line: null = no limit, zero = cash only. */
  creditLine: Money | null
  termsDays: number
  status: string
  decisionReason: string | null
  dateAdded: string
  createdBy: string | null
  version: number
}

/**
 * Reads one customer.
 *
 * @throws A 404 response when the customer is missing, belongs to another project or is out of the
 * reader's scope.
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
    vatClass: found.vat_class,
    groupId: found.customer_group_id,
    priceListId: found.price_list_id,
    agentId: found.agent_id,
    creditLine: found.credit_line === null ? null : money(found.credit_line),
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
interface CustomerBooking {
  id: string
  soNo: string
  stage: string
  invoiceNo: string | null
  dateAdded: string
  dateDue: string | null
  total: Money
  balance: Money
  /** The balance when only cleared money counts. */
  clearedBalance: Money
}

/** Returns the customer's ten newest bookings. */
export async function newestBookings(
  db: Db,
  projectId: string,
  customerId: string,
): Promise<CustomerBooking[]> {
  const found = rows(
    await db
      .from('bookings')
      .select('id, so_no, stage, invoice_no, date_added, date_due, total, balance, cleared_balance')
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
    clearedBalance: money(booking.cleared_balance),
  }))
}

/** A collection on its customer's page. */
interface CustomerCollection {
  id: string
  crNo: string
  type: string
  status: string
  dateCollected: string
  amount: Money
}

/** Returns the customer's ten newest collections. */
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

/** A cheque on hand or deposited that has not cleared. */
export interface UnclearedCheque {
  id: string
  crNo: string
  bank: string | null
  chequeNo: string | null
  chequeDate: string | null
  state: string
  amount: Money
}

/** Returns the customer's uncleared cheques by date. */
export async function unclearedCheques(
  db: Db,
  projectId: string,
  customerId: string,
): Promise<UnclearedCheque[]> {
  const found = await allRows(
    db
      .from('collections')
      .select('id, cr_no, cheque_bank, cheque_no, cheque_date, cheque_state, amount')
      .eq('project_id', projectId)
      .eq('customer_id', customerId)
      .eq('collection_type', 'cheque')
      .eq('approval_status', 'approved')
      .in('cheque_state', ['on_hand', 'deposited'])
      .order('cheque_date')
      .order('id'),
  )
  return found.map((cheque) => ({
    id: cheque.id,
    crNo: cheque.cr_no,
    bank: cheque.cheque_bank,
    chequeNo: cheque.cheque_no,
    chequeDate: cheque.cheque_date,
    state: cheque.cheque_state ?? '',
    amount: money(cheque.amount),
  }))
}
