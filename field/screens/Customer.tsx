import { useLiveQuery } from 'dexie-react-hooks'
import { Link, Redirect, useParams } from 'wouter'
import type { CopyCustomer } from '~/platform/field/copy'
import { formatDate, today } from '~/platform/values/dates'
import { formatMoney, isZero, money } from '~/platform/values/money'
import { formatQuantity } from '~/platform/values/quantity'
import { useData } from '../data/database'
import { placeOf } from '../data/store-place'
import { useSession } from '../session'
import { AsOf } from '../ui/AsOf'
import { buttonLook, Note, Section } from '../ui/controls'
import { Gone } from '../ui/Gone'
import { Shell } from '../ui/Shell'
import { standing } from './standing'

/** A customer: what they owe and may still buy, with its age, open documents and last orders. */
export function Customer() {
  const { id = '' } = useParams()
  const { db } = useData()
  const { company } = useSession()
  const found = useLiveQuery(
    async () => ({
      customer: await db.customers.get(id),
      asked: await db.acts.get(id),
      documents: await db.documents.where('customer').equals(id).toArray(),
    }),
    [db, id],
  )
  if (!found) return null
  const { customer, asked, documents } = found
  if (!customer && asked) return <Redirect to={`/acts/${id}`} replace />
  if (!customer) return <Gone title="Customer" what="customer" />
  const state = standing(customer)
  const place = placeOf(customer.address, customer.area)
  return (
    <Shell title={customer.name} back="/customers">
      {state ? <Note kind="danger">{state}</Note> : null}
      {company.role === 'Agent' ? (
        <>
          <Link to={`/customers/${id}/booking`} className={buttonLook('primary', true)}>
            New booking
          </Link>
          <Link to={`/customers/${id}/visit`} className={buttonLook('secondary', true)}>
            Visit
          </Link>
        </>
      ) : null}
      {company.role === 'Manager' ? null : (
        <Link to={`/customers/${id}/receipt`} className={buttonLook('secondary', true)}>
          Collect
        </Link>
      )}
      <Position customer={customer} />
      <Section title="Contact">
        {customer.store ? <p>{customer.store}</p> : null}
        {place ? <p>{place}</p> : null}
        <div className="mt-2 grid grid-cols-2 gap-2">
          {customer.contact ? (
            <a className={buttonLook()} href={`tel:${customer.contact.replace(/[^+\d]/g, '')}`}>
              Call
            </a>
          ) : null}
          {place ? (
            <a
              className={buttonLook()}
              href={`https://maps.google.com/?q=${encodeURIComponent(place)}`}
              rel="noreferrer"
              target="_blank"
            >
              Map
            </a>
          ) : null}
        </div>
      </Section>
      <Section title="Open documents">
        {documents.length === 0 ? <p>None.</p> : null}
        <ul className="divide-y divide-line">
          {documents
            .sort((a, b) => b.on.localeCompare(a.on))
            .map(({ id, no, invoice, on, due, stage, total, cleared }) => (
              <li key={id} className="py-2">
                <span className="flex justify-between gap-3">
                  <span>{invoice ?? no}</span>
                  <span className="figures">
                    {formatMoney(money(stage === 'pending' ? total : cleared))}
                  </span>
                </span>
                <span className="text-sm text-muted">
                  {formatDate(on)}, {stage}
                  {due ? <Due day={due} /> : null}
                </span>
                {company.role === 'Agent' && stage === 'pending' ? (
                  <Link
                    to={`/bookings/${id}/cancel`}
                    className="inline-flex min-h-12 items-center text-sm text-accent underline"
                  >
                    Cancel {no}
                  </Link>
                ) : null}
                {company.role === 'Agent' && stage === 'delivered' ? (
                  <>
                    <Link
                      to={`/bookings/${id}/return`}
                      className="flex min-h-12 items-center text-sm text-accent underline"
                    >
                      Return goods of {invoice ?? no}
                    </Link>
                    <Link
                      to={`/bookings/${id}/photos`}
                      className="flex min-h-12 items-center text-sm text-accent underline"
                    >
                      Photograph the delivery receipt of {invoice ?? no}
                    </Link>
                  </>
                ) : null}
              </li>
            ))}
        </ul>
        <Link
          to={`/customers/${id}/statement`}
          className="inline-flex min-h-12 items-center text-accent underline"
        >
          Statement
        </Link>
      </Section>
      <LastOrders customer={customer} />
      {company.role === 'Agent' ? <NotBought customer={customer} /> : null}
    </Shell>
  )
}

function Due({ day }: { day: string }) {
  const { company } = useSession()
  const late = day < today(company.timeZone)
  return <span className={late ? 'text-danger' : ''}>, due {formatDate(day)}</span>
}

function Position({ customer }: { customer: CopyCustomer }) {
  const { company } = useSession()
  const { left, limit, overdue, receivables, uncleared, unapplied, terms } = customer
  const rows: [string, string | undefined, boolean?][] = [
    ['Receivables', receivables],
    ['Overdue', overdue, true],
    ['Uncleared cheques', uncleared],
    ['Unapplied payments', unapplied],
    ['Credit limit', limit],
  ]
  return (
    <section className="rounded-lg bg-surface p-4">
      <h2 className="text-base font-semibold">Available credit</h2>
      <p className="figures text-figure font-semibold">
        {left === undefined ? 'No limit' : formatMoney(money(left), company.currency)}
      </p>
      <p className="text-sm">
        <AsOf />
      </p>
      <dl className="mt-2">
        {rows.map(([label, amount, bad]) =>
          amount === undefined ? null : (
            <div key={label} className="flex justify-between gap-3">
              <dt className="text-muted">{label}</dt>
              <dd className={`figures ${bad && !isZero(money(amount)) ? 'text-danger' : ''}`}>
                {formatMoney(money(amount))}
              </dd>
            </div>
          ),
        )}
        <div className="flex justify-between gap-3">
          <dt className="text-muted">Payment terms</dt>
          <dd>{terms === 0 ? 'Cash' : `${terms} days`}</dd>
        </div>
      </dl>
    </section>
  )
}

function LastOrders({ customer }: { customer: CopyCustomer }) {
  const { db } = useData()
  const products = useLiveQuery(async () => {
    const ids = (customer.orders ?? []).flatMap(({ lines }) => lines.map(([id]) => id))
    const found = await db.products.bulkGet([...new Set(ids)])
    return new Map(found.flatMap((product) => (product ? [[product.id, product] as const] : [])))
  }, [db, customer])
  if (!customer.orders || !products) return null
  return (
    <Section title="Last orders">
      {customer.orders.map(({ on, lines }) => (
        <div key={on + lines.length} className="mb-2">
          <h3 className="text-sm text-muted">{formatDate(on)}</h3>
          <ul>
            {lines.map(([id, pieces]) => (
              <li key={id} className="flex justify-between gap-3">
                <span className="truncate">{products.get(id)?.name ?? 'No longer sold'}</span>
                <span className="figures shrink-0">
                  {formatQuantity(pieces, products.get(id)?.case ?? 1)}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Section>
  )
}

const KEY = 5

/** The products that a customer has not bought within a year, which are there to be sold. */
function NotBought({ customer: { id } }: { customer: CopyCustomer }) {
  const { db } = useData()
  const found = useLiveQuery(async () => {
    // Until the first answer of the day has come, nothing is known.
    if (!(await db.fact('boughtOn'))) return null
    const bought = await db.bought.get(id)
    const keys = new Set(bought?.keys.match(new RegExp(`.{${KEY}}`, 'g')))
    return db.products.filter(({ key, available }) => available > 0 && !keys.has(key)).toArray()
  }, [db, id])
  if (!found) return null
  return (
    <Section title="Not bought within a year">
      {found.length === 0 ? <p>The customer buys every product.</p> : null}
      <details>
        <summary className="flex min-h-12 items-center">{found.length} products</summary>
        <ul>
          {found
            .sort((a, b) => a.name.localeCompare(b.name))
            .map((product) => (
              <li key={product.id} className="flex justify-between gap-3 py-1">
                <span className="truncate">{product.name}</span>
                <span className="figures shrink-0 text-muted">
                  {formatQuantity(product.available, product.case)}
                </span>
              </li>
            ))}
        </ul>
      </details>
    </Section>
  )
}
