import { row } from '~/platform/db/command.server'
import type { Database } from '~/platform/db/database.types'
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
  /** The customer that this one is. */
  mergedInto: string | null
  dateAdded: string
  createdBy: string | null
  version: number
}

type Tables = Database['public']['Tables']

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
  return customerOf(found)
}

/** Makes the document of a customer's columns. */
export function customerOf(found: Tables['customers']['Row']): CustomerDocument {
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
    mergedInto: found.merged_into,
    dateAdded: found.date_added,
    createdBy: found.created_by,
    version: found.version,
  }
}

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

export type CustomerBookingRow = Pick<
  Tables['bookings']['Row'],
  | 'id'
  | 'so_no'
  | 'stage'
  | 'invoice_no'
  | 'date_added'
  | 'date_due'
  | 'total'
  | 'balance'
  | 'cleared_balance'
>

export function customerBookingOf(found: CustomerBookingRow): CustomerBooking {
  return {
    id: found.id,
    soNo: found.so_no,
    stage: found.stage,
    invoiceNo: found.invoice_no,
    dateAdded: found.date_added,
    dateDue: found.date_due,
    total: money(found.total),
    balance: money(found.balance),
    clearedBalance: money(found.cleared_balance),
  }
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

type Receipt = Tables['collections']['Row']

export type FoundCollection = Pick<
  Receipt,
  'id' | 'cr_no' | 'collection_type' | 'approval_status' | 'date_collected' | 'amount'
>

export function collectionOf(found: FoundCollection): CustomerCollection {
  return {
    id: found.id,
    crNo: found.cr_no,
    type: found.collection_type,
    status: found.approval_status,
    dateCollected: found.date_collected,
    amount: money(found.amount),
  }
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

export type FoundCheque = Pick<
  Receipt,
  'id' | 'cr_no' | 'cheque_bank' | 'cheque_no' | 'cheque_date' | 'cheque_state' | 'amount'
>

export function customerChequeOf(found: FoundCheque): UnclearedCheque {
  return {
    id: found.id,
    crNo: found.cr_no,
    bank: found.cheque_bank,
    chequeNo: found.cheque_no,
    chequeDate: found.cheque_date,
    state: found.cheque_state ?? '',
    amount: money(found.amount),
  }
}
