import { useLiveQuery } from 'dexie-react-hooks'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { formatDate, today } from '~/platform/values/dates'
import { formatMoney, isZero } from '~/platform/values/money'
import { useData } from '../data/database'
import { type Due, duesOf } from '../data/dues'
import { placeOf } from '../data/store-place'
import { useSession } from '../session'
import { AsOf } from '../ui/AsOf'
import { Section } from '../ui/controls'

/** Is how many stops are drawn: the rest is in the list of customers. */
const SHOWN = 20

/** The stops of a Collector: who owes most overdue, then what falls due within a week; and what comes below, drawn with them. */
export function ToCollect({ children }: { children: ReactNode }) {
  const { db } = useData()
  const { company } = useSession()
  const day = today(company.timeZone)
  const dues = useLiveQuery(() => duesOf(db, day), [db, day])
  if (!dues) return null
  return (
    <>
      {dues.length > 0 ? (
        <Section title={`To collect: ${dues.length} ${dues.length === 1 ? 'stop' : 'stops'}`}>
          <ol className="-mx-4 divide-y divide-line">
            {dues.slice(0, SHOWN).map((due) => (
              <Stop key={due.customer.id} due={due} day={day} />
            ))}
          </ol>
          <p className="mt-2 text-sm">
            {dues.length > SHOWN ? (
              <>
                <Link
                  to="/customers?show=overdue"
                  className="inline-flex min-h-12 items-center underline"
                >
                  All that is overdue
                </Link>{' '}
              </>
            ) : null}
            Amounts in {company.currency}, <AsOf />
          </p>
        </Section>
      ) : null}
      {children}
    </>
  )
}

function Stop({ due: { customer, overdue, next }, day }: { due: Due; day: string }) {
  return (
    <li>
      <Link to={`/customers/${customer.id}`} className="block min-h-14 px-4 py-2">
        <span className="flex justify-between gap-3">
          <span className="truncate font-medium">{customer.name}</span>
          {isZero(overdue) ? null : (
            <span className="figures shrink-0 text-danger">{formatMoney(overdue)} overdue</span>
          )}
        </span>
        <span className="flex justify-between gap-3 text-sm text-muted">
          <span className="truncate">{placeOf(customer.store, customer.area)}</span>
          {next ? (
            <span className="shrink-0">
              {next === day ? 'due today' : `due ${formatDate(next)}`}
            </span>
          ) : null}
        </span>
      </Link>
    </li>
  )
}
