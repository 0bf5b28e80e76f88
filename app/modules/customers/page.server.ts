import { readHistory } from '~/modules/audit/trail.server'
import { namesOf } from '~/modules/people/queries.server'
import type { Permission } from '~/platform/access/permissions'
import { readKeyset } from '~/platform/db/keyset'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import type { Db, Membership } from '~/platform/request/context'
import { CUSTOMER_ACTIONS, type CustomerIntent, openCustomerActions } from './actions'
import { readAgeing } from './ageing.server'
import {
  newestBookings,
  newestCollections,
  readCustomer,
  unclearedCheques,
} from './document.server'
import type { CustomerDuplicate } from './duplicates'
import { findCustomerDuplicates } from './duplicates.server'
import { readPriceChoices } from './prices.server'
import { readCustomerPosition } from './queries.server'
import { listFinanceEvents } from './trail.server'
import { transfersOf } from './transfers/queries.server'

/**
 * Loads the data of a customer's page. Parts that the reader may not see are null.
 *
 * @throws A 404 response when the customer is missing, belongs to another project or is out of the
 * reader's scope.
 */
export async function loadCustomerPage(db: Db, project: Membership, id: string, url: string) {
  const { projectId } = project
  const may = (permission: Permission) => project.permissions.includes(permission)
  const [customer, names] = await Promise.all([
    readCustomer(db, projectId, id),
    namesOf(db, projectId),
  ])
  const open = openCustomerActions(customer.status, project.permissions)
  const keyset = readKeyset(url, { by: 'id', descending: true, size: 20 })
  const [
    position,
    ageing,
    cheques,
    bookings,
    collections,
    events,
    transfers,
    duplicates,
    history,
    prices,
  ] = await Promise.all([
    readCustomerPosition(db, projectId, id),
    may('reports.ar') ? readAgeing(db, project, id) : null,
    may('collections.read') ? unclearedCheques(db, projectId, id) : null,
    may('bookings.read') ? newestBookings(db, projectId, id) : null,
    may('collections.read') ? newestCollections(db, projectId, id) : null,
    listFinanceEvents(db, projectId, id, keyset, names),
    transfersOf(db, projectId, id),
    open.includes('approve')
      ? findCustomerDuplicates(db, projectId, customer)
      : ([] as CustomerDuplicate[]),
    readHistory(db, project, id),
    may('prices.read') ? readPriceChoices(db, projectId) : null,
  ])
  return {
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
    prices,
    position,
    ageing,
    cheques,
    bookings,
    collections,
    events,
    transfers,
    duplicates,
    may: {
      edit: may('customers.write'),
      book: may('bookings.write') && customer.status === 'approved',
      collect: may('collections.record') && ['approved', 'inactive'].includes(customer.status),
      credit: may('memos.write') && ['approved', 'inactive'].includes(customer.status),
      receivables: may('reports.ar'),
      transfer: may('customers.transfer') && customer.status !== 'rejected',
    },
  }
}
