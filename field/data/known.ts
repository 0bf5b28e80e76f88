import type { CopyCustomer, CopyDocument, CopyProduct } from '~/platform/field/copy'
import type { PersonDatabase } from './copy'
import type { Act } from './written'

/** Marks what has left the phone, and is known by what was written about it. */
interface MayBeGone {
  gone?: true
}

export type KnownCustomer = CopyCustomer & MayBeGone
export type KnownProduct = CopyProduct & MayBeGone

const noAmounts = {
  ...{ exposure: '0.00', receivables: '0.00', uncleared: '0.00', unapplied: '0.00' },
  overdue: '0.00',
}

/**
 * Returns a customer of the copy, or one whom this phone has asked for, by the key of the act.
 *
 * @param written the name that something has which was written about this customer and is still to be sent.
 */
export async function customerOf(
  db: PersonDatabase,
  id: string,
  written?: string,
): Promise<KnownCustomer | undefined> {
  const known = await db.customers.get(id)
  if (known) return known
  const act = await db.acts.get(id)
  if (act?.kind !== 'customer')
    return written === undefined
      ? undefined
      : { ...unknown(id, written), status: 'approved', gone: true }
  // Once the office has the customer, its id leads to what the copy says.
  const made = act.answer && (await db.customers.get(act.answer.id))
  if (made) return made
  const { name, store_name, address, area, contact } = act.facts
  return {
    ...unknown(id, name),
    ...(store_name && { store: store_name }),
    ...(address && { address }),
    ...(area && { area }),
    ...(contact && { contact }),
  }
}

const unknown = (id: string, name: string): CopyCustomer => ({
  ...{ id, name, status: 'pending', vat: 'vatable', prices: '', terms: 0 },
  ...noAmounts,
})

/** An open booking with its customer; the name of the act alone where the booking has left the phone. */
export type KnownBooking =
  | { booking: CopyDocument; customer: string | undefined; written?: never }
  | { booking?: never; customer?: never; written: string }

/** Returns a booking of the copy, or the name that the act has which is corrected. */
export async function bookingOf(
  db: PersonDatabase,
  id: string,
  corrected: Act | undefined,
): Promise<KnownBooking | null> {
  const booking = await db.documents.get(id)
  if (!booking) return corrected ? { written: corrected.title } : null
  return { booking, customer: (await db.customers.get(booking.customer))?.name }
}

/** Returns the products of the copy by their ids, and those of an act that have left the phone since. */
export async function productsOf(
  db: PersonDatabase,
  corrected: Act | undefined,
): Promise<Map<string, KnownProduct>> {
  const [here, there] = [await db.products.toArray(), corrected?.products ?? []]
  return new Map(
    [...there.map((each) => ({ ...each, gone: true as const })), ...here].map((each) => [
      each.id,
      each,
    ]),
  )
}
