import type { Bought } from '~/platform/field/copy'
import { call } from '../api'
import type { PersonDatabase } from './copy'

/** Asks once a day what the customers bought within a year: the office reads many bookings for it. */
export async function refreshBought(db: PersonDatabase, project: string): Promise<void> {
  const company = await db.fact('company')
  if (!company || (await db.fact('boughtOn')) === company.today) return
  const bought = await call<Bought>('bought', { project })
  await db.transaction('rw', db.bought, db.facts, async () => {
    await db.bought.clear()
    await db.bought.bulkPut(Object.entries(bought).map(([customer, keys]) => ({ customer, keys })))
    await db.facts.put({ name: 'boughtOn', value: company.today })
  })
}
