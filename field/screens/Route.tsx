import { useLiveQuery } from 'dexie-react-hooks'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { today } from '~/platform/values/dates'
import { useData } from '../data/database'
import { begunVisits, type Stop, stopsOf } from '../data/route'
import { placeOf } from '../data/store-place'
import { useSession } from '../session'
import { shownMoment } from '../ui/AsOf'
import { Section } from '../ui/controls'

const STATES: Record<Stop['state'], { word: string; look: string } | null> = {
  open: null,
  begun: { word: 'Begun', look: 'text-info' },
  done: { word: 'Done', look: 'text-ok' },
  skipped: { word: 'Skipped', look: 'text-warn' },
}

/**
 * Today's stops in their order with what became of them, and visits that were begun elsewhere. What comes below is drawn with them, so
 * that nothing moves away under a thumb.
 */
export function Route({ children }: { children: ReactNode }) {
  const { db } = useData()
  const { company } = useSession()
  const day = today(company.timeZone)
  const found = useLiveQuery(async () => {
    const stops = await stopsOf(db, day, (moment) => today(company.timeZone, new Date(moment)))
    const planned = new Set(stops.map(({ customer }) => customer.id))
    const others = (await begunVisits(db)).filter(({ about }) => !planned.has(about))
    const customers = await db.customers.bulkGet(others.map(({ about }) => about))
    return { stops, others: others.map((draft, at) => ({ ...draft, customer: customers[at] })) }
  }, [db, day])
  if (!found) return null
  const { stops, others } = found
  const past = stops.filter(({ state }) => state === 'done' || state === 'skipped').length
  return (
    <>
      {others.map(({ about, customer, form }) => (
        <Link
          key={about}
          to={`/customers/${about}/visit`}
          className="flex min-h-14 items-center justify-between gap-3 rounded-lg bg-surface px-4 py-2"
        >
          <span className="truncate font-medium">
            {customer?.name ?? form.name ?? 'Another customer'}
          </span>
          <span className="shrink-0 text-sm text-info">
            visit since {shownMoment(form.begunAt ?? '', company.timeZone)}
          </span>
        </Link>
      ))}
      {stops.length > 0 ? (
        <Section title={`Route: ${past} of ${stops.length} stops`}>
          <ol className="-mx-4 -mb-4 divide-y divide-line">
            {stops.map((stop, index) => (
              <StopRow key={stop.customer.id} stop={stop} place={index + 1} />
            ))}
          </ol>
        </Section>
      ) : null}
      {children}
    </>
  )
}

function StopRow({ stop: { customer, state, reason }, place }: { stop: Stop; place: number }) {
  const shown = STATES[state]
  return (
    <li>
      <Link
        to={state === 'begun' ? `/customers/${customer.id}/visit` : `/customers/${customer.id}`}
        className="flex min-h-14 items-center gap-3 px-4 py-2"
      >
        <span className="figures w-6 shrink-0 text-right text-muted">{place}</span>
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{customer.name}</span>
          <span className="block truncate text-sm text-muted">
            {reason || placeOf(customer.store, customer.area)}
          </span>
        </span>
        {shown ? <span className={`text-sm font-medium ${shown.look}`}>{shown.word}</span> : null}
      </Link>
    </li>
  )
}
