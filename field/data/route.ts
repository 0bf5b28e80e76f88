import type { CopyCustomer } from '~/platform/field/copy'
import { isInWeeks, weekdayOf } from '~/platform/values/weeks'
import { stands } from './acts'
import type { PersonDatabase } from './copy'
import { draftsOf } from './drafts'
import type { Act, Draft } from './written'

/** A stop of today's route. */
export interface Stop {
  customer: CopyCustomer
  /** Done once something that stands was written for the customer today; a stop that was only skipped has the reason. */
  state: 'open' | 'begun' | 'done' | 'skipped'
  reason?: string
}

/** Tells the day of a moment in the company's time zone. */
export type DayOf = (moment: string) => string

/** Returns what was written on a day, also what was refused, the newest first, out of the last acts. */
async function actsOf(db: PersonDatabase, day: string, dayOf: DayOf): Promise<Act[]> {
  const acts = await db.acts.orderBy('no').reverse().limit(500).toArray()
  return acts.filter(({ made_at }) => dayOf(made_at) === day)
}

const customerOf = ({ facts }: Act) => ('customer_id' in facts ? facts.customer_id : null)

/** Returns the visits that were begun and not ended. */
export async function begunVisits(db: PersonDatabase): Promise<Draft<'visit'>[]> {
  return (await draftsOf(db, 'visit')).filter(({ form }) => Boolean(form.begunAt))
}

/** Returns the stops of a day in their order, out of the copy. */
export async function stopsOf(db: PersonDatabase, day: string, dayOf: DayOf): Promise<Stop[]> {
  const route = await db.routes.where('day').equals(weekdayOf(day)).toArray()
  const planned = route
    .filter(({ weeks }) => isInWeeks(weeks, day))
    .sort((one, other) => one.place - other.place || (one.id < other.id ? -1 : 1))
  const customers = await db.customers.bulkGet(planned.map(({ customer }) => customer))
  const acts = (await actsOf(db, day, dayOf)).filter(stands)
  const begun = new Set((await begunVisits(db)).map(({ about }) => about))
  return customers.flatMap((customer): Stop[] => {
    if (!customer) return []
    const own = acts.filter((act) => customerOf(act) === customer.id)
    const isSkip = (act: Act) => act.kind === 'visit' && act.facts.skipped === true
    if (begun.has(customer.id)) return [{ customer, state: 'begun' }]
    if (own.some((act) => !isSkip(act))) return [{ customer, state: 'done' }]
    const [skip] = own
    if (skip?.kind !== 'visit') return [{ customer, state: 'open' }]
    return [{ customer, state: 'skipped', reason: skip.facts.reason ?? '' }]
  })
}

/** Returns the acts of a day and all that the office does not have, in the order in which they were written. */
export async function actsToRead(db: PersonDatabase, day: string, dayOf: DayOf): Promise<Act[]> {
  const left = await db.acts.where('state').anyOf('waiting', 'sending', 'refused').toArray()
  const found = new Map([...left, ...(await actsOf(db, day, dayOf))].map((act) => [act.key, act]))
  return [...found.values()].sort((one, other) => one.no - other.no)
}

/** Tells whether something was ordered for a customer today on this phone. */
export async function hasOrdered(
  db: PersonDatabase,
  customer: string,
  day: string,
  dayOf: DayOf,
): Promise<boolean> {
  const acts = await actsOf(db, day, dayOf)
  return acts.some(
    (act) => act.kind === 'booking' && stands(act) && act.facts.customer_id === customer,
  )
}
