import { readHistory } from '~/modules/audit/trail.server'
import { readFilesAndComments } from '~/modules/documents/parts.server'
import { namesOf } from '~/modules/people/queries.server'
import type { Permission } from '~/platform/access/permissions'
import { row } from '~/platform/db/command.server'
import type { Database } from '~/platform/db/database.types'
import { readKeyset } from '~/platform/db/keyset'
import { countOpenBookings } from '~/platform/db/open-bookings.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import type { Db, Membership } from '~/platform/request/context'
import { CUSTOMER_ACTIONS, type CustomerIntent, openCustomerActions } from './actions'
import { readAgeing } from './ageing.server'
import {
  type CustomerBookingRow,
  collectionOf,
  customerBookingOf,
  customerChequeOf,
  customerOf,
  type FoundCheque,
  type FoundCollection,
} from './document.server'
import type { CustomerDuplicate } from './duplicates'
import { findCustomerDuplicates } from './duplicates.server'
import { choicesOf, type FoundChoice } from './prices.server'
import { type FoundPosition, positionOf } from './queries.server'
import { listFinanceEvents } from './trail.server'
import { type FoundTransfer, transferOf } from './transfers/queries.server'

/** The answer of the SQL function `customer_page`; parts that the reader may not see are null. */
interface FoundPage {
  customer: Database['public']['Tables']['customers']['Row']
  position: FoundPosition
  bookings: CustomerBookingRow[] | null
  collections: FoundCollection[] | null
  cheques: FoundCheque[] | null
  transfers: FoundTransfer[]
  price_lists: FoundChoice[] | null
  groups: FoundChoice[] | null
}

/**
 * Loads the data of a customer's page. Parts that the reader may not see are null.
 *
 * @throws A 404 response when the customer is missing, belongs to another project or is out of the
 * reader's scope.
 */
export async function loadCustomerPage(db: Db, project: Membership, id: string, url: string) {
  const { projectId } = project
  const may = (permission: Permission) => project.permissions.includes(permission)
  const page = async () =>
    row(
      await db.rpc('customer_page', { p_project: projectId, p_customer: id }),
    ) as unknown as FoundPage
  const [found, names, parts] = await Promise.all([
    page(),
    namesOf(db, projectId),
    readFilesAndComments(db, project, 'customer', id),
  ])
  const customer = customerOf(found.customer)
  const open = openCustomerActions(customer.status, project.permissions)
  const keyset = readKeyset(url, { by: 'id', descending: true, size: 20 })
  const [ageing, events, duplicates, history, pending] = await Promise.all([
    may('reports.ar') ? readAgeing(db, project, id) : null,
    listFinanceEvents(db, projectId, id, keyset, names),
    open.includes('approve')
      ? findCustomerDuplicates(db, projectId, customer)
      : ([] as CustomerDuplicate[]),
    readHistory(db, project, id),
    open.includes('tax') || open.includes('prices')
      ? countOpenBookings(db, projectId, { stage: 'pending', customer: id })
      : 0,
  ])
  const { price_lists: lists, groups } = found
  return {
    parts,
    pending,
    project: projectId,
    timeZone: project.timeZone,
    idempotencyKeys: Object.fromEntries(
      Object.keys(CUSTOMER_ACTIONS).map((key) => [key, newIdempotencyKey()]),
    ) as Record<CustomerIntent, string>,
    customer,
    open,
    agent: names.get(customer.agentId) ?? '–',
    requestedBy: names.get(customer.createdBy ?? '') ?? null,
    names: Object.fromEntries(names),
    history,
    prices: lists && groups && { lists: choicesOf(lists), groups: choicesOf(groups) },
    position: positionOf(found.position),
    ageing,
    cheques: found.cheques?.map(customerChequeOf) ?? null,
    bookings: found.bookings?.map(customerBookingOf) ?? null,
    collections: found.collections?.map(collectionOf) ?? null,
    events,
    transfers: found.transfers.map((transfer) => transferOf(transfer, customer.name)),
    duplicates,
    may: {
      edit: may('customers.write'),
      book: may('bookings.write') && customer.status === 'approved',
      collect: may('collections.record') && ['approved', 'inactive'].includes(customer.status),
      credit: may('memos.write') && ['approved', 'inactive'].includes(customer.status),
      receivables: may('reports.ar'),
      transfer: may('customers.transfer') && !['rejected', 'merged'].includes(customer.status),
      merge: may('customers.decide') && ['approved', 'inactive'].includes(customer.status),
    },
  }
}
