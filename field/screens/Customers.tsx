import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import type { CopyCustomer } from '~/platform/field/copy'
import { addDays, formatDate, today } from '~/platform/values/dates'
import { formatMoney, isZero, money } from '~/platform/values/money'
import { useData } from '../data/database'
import { placeOf } from '../data/store-place'
import { useSession } from '../session'
import { AsOf } from '../ui/AsOf'
import { buttonLook, Choice, Field } from '../ui/controls'
import { Shell } from '../ui/Shell'
import { matches } from './search'
import { standing } from './standing'

/** Is how many rows are drawn at once: who looks for another one types. */
const SHOWN = 50

const SHOWS = [
  ['', 'All customers'],
  ['overdue', 'Overdue'],
  ['30', 'No order for 30 days'],
  ['60', 'No order for 60 days'],
  ['never', 'Never ordered'],
] as const

/** Tells whether a customer is among those that are asked for: overdue, or without an order for so many days. */
function isAmong({ status, overdue, bought }: CopyCustomer, show: string, day: string): boolean {
  if (show === '') return true
  if (show === 'overdue') return !isZero(money(overdue))
  if (status !== 'approved') return false
  if (show === 'never') return bought === undefined
  return bought === undefined || bought < addDays(day, -Number(show))
}

/** The customers of this person, found by name or store, by what is overdue, or by who does not buy. */
export function Customers() {
  const { db } = useData()
  const { company } = useSession()
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useSearchParams()
  const show = search.get('show') ?? ''
  const day = today(company.timeZone)
  const all = useLiveQuery(() => db.customers.toArray(), [db])
  const found = all
    ?.filter((each) => isAmong(each, show, day))
    .filter(({ name, store, area }) => matches(typed, name, store, area))
    .sort((a, b) => a.name.localeCompare(b.name))
  return (
    <Shell title="Customers">
      {company.role === 'Agent' ? (
        <Link to="/customers/new" className={buttonLook('secondary', true)}>
          New customer
        </Link>
      ) : null}
      <Field
        label="Find by name, store or area"
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Choice
        label="Show"
        value={show}
        options={SHOWS.filter(([value]) => company.role !== 'Collector' || !isOfOrders(value))}
        change={(value) => setSearch(value ? { show: value } : {}, { replace: true })}
      />
      {found?.length === 0 ? (
        <p>
          {typed
            ? 'No customer has these words.'
            : show
              ? 'None.'
              : 'No customers on this phone yet.'}
        </p>
      ) : null}
      <ul className="flex flex-col gap-px overflow-hidden rounded-lg">
        {found?.slice(0, SHOWN).map((customer) => (
          <li key={customer.id}>
            <CustomerRow customer={customer} bought={isOfOrders(show)} />
          </li>
        ))}
      </ul>
      {found && found.length > SHOWN ? (
        <p className="text-muted">
          {SHOWN} of {found.length} customers: type part of a name to find others.
        </p>
      ) : null}
      <p className="text-sm">
        Amounts in {company.currency}, <AsOf />
      </p>
    </Shell>
  )
}

const isOfOrders = (show: string) => show !== '' && show !== 'overdue'

/** @param bought shows the last order in place of the available credit. */
function CustomerRow({ customer, bought }: { customer: CopyCustomer; bought: boolean }) {
  const { name, store, area, left, overdue } = customer
  const state = standing(customer)
  return (
    <Link to={`/customers/${customer.id}`} className="block min-h-14 bg-surface px-4 py-2">
      <span className="flex justify-between gap-3">
        <span className="truncate font-medium">{name}</span>
        <span className="figures shrink-0">
          {bought
            ? customer.bought
              ? `ordered ${formatDate(customer.bought)}`
              : 'no order'
            : left === undefined
              ? 'No limit'
              : `${formatMoney(money(left))} available`}
        </span>
      </span>
      <span className="flex justify-between gap-3 text-sm text-muted">
        <span className="truncate">{placeOf(store, area)}</span>
        {state ? (
          <span className="shrink-0 font-medium text-danger">{state}</span>
        ) : isZero(money(overdue)) ? null : (
          <span className="figures shrink-0 text-danger">
            {formatMoney(money(overdue))} overdue
          </span>
        )}
      </span>
    </Link>
  )
}
