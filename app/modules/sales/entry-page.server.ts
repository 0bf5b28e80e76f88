import { type CustomerOption, listCustomerOptions } from '~/modules/customers/queries.server'
import { listProductOptions } from '~/modules/inventory/queries.server'
import { listAgents } from '~/modules/people/queries.server'
import type { Db } from '~/platform/request/context'
import type { BookingDocument } from './document.server'
import { readPanel } from './panel.server'

/**
 * Reads all choices of booking entry, with the first figures of the panel. The customer and
 * products of an initial booking are included, however long the lists are. A customer who may not
 * buy any more stays chosen, so that the refusal says so.
 */
export async function readEntryPage(
  db: Db,
  projectId: string,
  from: { booking: BookingDocument | null; customerId: string | null },
) {
  const { booking } = from
  const ids = booking?.lines.map((line) => line.productId) ?? []
  const [listed, products, agents] = await Promise.all([
    listCustomerOptions(db, projectId),
    listProductOptions(db, projectId),
    listAgents(db, projectId),
  ])
  const unlisted = ids.filter((id) => !products.some((product) => product.id === id))
  if (unlisted.length > 0) {
    products.push(...(await listProductOptions(db, projectId, { ids: unlisted })))
  }
  const customers = booking ? withOwn(listed, booking) : listed
  const customerId = booking?.customerId ?? from.customerId
  const customer = customers.find(({ id }) => id === customerId) ?? null
  const panel = await readPanel(db, projectId, customer?.id ?? null, ids)
  return { customers, customer, agents, products, panel }
}

function withOwn(listed: CustomerOption[], booking: BookingDocument): CustomerOption[] {
  if (listed.some(({ id }) => id === booking.customerId)) return listed
  const own = {
    id: booking.customerId,
    label: booking.customerName,
    detail: booking.storeName ?? '',
    agentId: booking.agentId,
  }
  return [own, ...listed]
}
