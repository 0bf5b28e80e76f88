import type { CopyCustomer } from '~/platform/field/copy'
import type { PersonDatabase } from './copy'

/** Returns a customer of the copy, or one whom this phone has asked for, by the key of the act. */
export async function customerOf(
  db: PersonDatabase,
  id: string,
): Promise<CopyCustomer | undefined> {
  const known = await db.customers.get(id)
  if (known) return known
  const act = await db.acts.get(id)
  if (act?.kind !== 'customer') return undefined
  // Once the office has the customer, its id leads to what the copy says.
  const made = act.answer && (await db.customers.get(act.answer.id))
  if (made) return made
  const { name, store_name, address, area, contact } = act.facts
  return {
    ...{ id, name, status: 'pending', vat: 'vatable', prices: '', terms: 0 },
    ...(store_name && { store: store_name }),
    ...(address && { address }),
    ...(area && { area }),
    ...(contact && { contact }),
    ...{ exposure: '0.00', receivables: '0.00', uncleared: '0.00', unapplied: '0.00' },
    overdue: '0.00',
  }
}
