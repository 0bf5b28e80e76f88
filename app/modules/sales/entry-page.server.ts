import { listCustomerOptions } from '~/modules/customers/queries.server'
import { listProductOptions } from '~/modules/inventory/queries.server'
import { listAgents } from '~/modules/people/queries.server'
import type { Lookup } from '~/platform/forms/choices.server'
import type { Sent } from '~/platform/forms/form-action.server'
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
  from: { booking: BookingDocument | null; customerId: string | null; on: string },
) {
  const { booking } = from
  const ids = booking?.lines.map((line) => line.productId) ?? []
  const customerId = booking?.customerId ?? from.customerId
  const [first, products, agents] = await Promise.all([
    listCustomerOptions(db, projectId),
    listProductOptions(db, projectId),
    listAgents(db, projectId),
  ])
  const unlisted = ids.filter((id) => !products.some((product) => product.id === id))
  if (unlisted.length > 0) {
    products.push(...(await listProductOptions(db, projectId, { ids: unlisted })))
  }
  const known = first.find(({ id }) => id === customerId)
  const [other] =
    customerId && !known ? await listCustomerOptions(db, projectId, { ids: [customerId] }) : []
  const customer = known ?? other ?? null
  const panel = await readPanel(db, projectId, customer?.id ?? null, ids, from.on)
  return { customers: other ? [other, ...first] : first, customer, agents, products, panel }
}

/** Reads the choices of the form's pickers. */
export function bookingPickers({ db, projectId }: Sent): Record<string, Lookup> {
  return {
    customer_id: (query) => listCustomerOptions(db, projectId, query),
    'lines[].product_id': (query) => listProductOptions(db, projectId, query),
  }
}
