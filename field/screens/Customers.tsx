import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { Link } from 'wouter'
import type { CopyCustomer } from '~/platform/field/copy'
import { formatMoney, isZero, money } from '~/platform/values/money'
import { useData } from '../data/database'
import { useSession } from '../session'
import { AsOf } from '../ui/AsOf'
import { Field } from '../ui/controls'
import { Shell } from '../ui/Shell'
import { matches } from './search'
import { standing } from './standing'

/** Is how many rows are drawn at once: who looks for another one types. */
const SHOWN = 50

/** The customers of this person, found by name or store. */
export function Customers() {
  const { db } = useData()
  const { company } = useSession()
  const [typed, setTyped] = useState('')
  const all = useLiveQuery(() => db.customers.toArray(), [db])
  const found = all
    ?.filter(({ name, store, area }) => matches(typed, name, store, area))
    .sort((a, b) => a.name.localeCompare(b.name))
  return (
    <Shell title="Customers">
      <Field
        label="Find by name, store or area"
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {found?.length === 0 ? (
        <p>{typed ? 'No customer has these words.' : 'No customers on this phone yet.'}</p>
      ) : null}
      <ul className="flex flex-col gap-px overflow-hidden rounded-lg">
        {found?.slice(0, SHOWN).map((customer) => (
          <li key={customer.id}>
            <CustomerRow customer={customer} />
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

function CustomerRow({ customer }: { customer: CopyCustomer }) {
  const { name, store, area, left, overdue } = customer
  const state = standing(customer)
  return (
    <Link to={`/customers/${customer.id}`} className="block min-h-14 bg-surface px-4 py-2">
      <span className="flex justify-between gap-3">
        <span className="truncate font-medium">{name}</span>
        <span className="figures shrink-0">
          {left === undefined ? 'No limit' : `${formatMoney(money(left))} left`}
        </span>
      </span>
      <span className="flex justify-between gap-3 text-sm text-muted">
        <span className="truncate">{[store, area].filter(Boolean).join(', ')}</span>
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
