import { Link } from '@remix-run/react'
import { Phone } from 'lucide-react'
import { paths } from '~/paths'
import { Money } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'
import type { OverdueCustomer } from '../company-day.server'

/** The first number in a text about how to reach a customer. */
const numberIn = (contact: string) => /\+?\d[\d\s().-]{5,}\d/.exec(contact)?.[0]

interface Props {
  customers: readonly OverdueCustomer[]
  mayOpen: boolean
  currency: string
}

/** Lists the customers with most past due, each with the number to call. */
export function CallToday({ customers, mayOpen, currency }: Props) {
  return (
    <Panel
      title="Call today"
      flush={customers.length > 0}
      actions={
        customers.length > 0 ? (
          <Link
            to={`${paths.reports.report('ar')}?level=customer&overdue_only=1&sort=overdue`}
            className="text-xs font-medium text-accent hover:underline"
          >
            All overdue
          </Link>
        ) : null
      }
    >
      {customers.length === 0 ? <p className="text-muted">No customer is overdue.</p> : null}
      <ul>
        {customers.map(({ id, name, store_name, contact, overdue, age_days }) => {
          const number = contact && numberIn(contact)
          return (
            <li
              key={id}
              className="flex items-center gap-3 border-b border-line px-4 py-2 last:border-b-0"
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">
                  {mayOpen ? (
                    <Link to={paths.customers.customer(id)} className="hover:underline">
                      {name}
                    </Link>
                  ) : (
                    name
                  )}
                </span>
                <span className="block text-xs text-muted">
                  {[age_days !== null && age_days > 0 ? `${age_days} days` : null, store_name]
                    .filter(Boolean)
                    .join(', ')}
                </span>
              </span>
              <span className="text-right font-semibold text-danger">
                <span className="sr-only">Overdue {currency} </span>
                <Money value={overdue} />
                {/* A phone dials it; elsewhere it is read. */}
                {number ? (
                  <span className="figures block text-xs font-normal text-muted max-sm:hidden">
                    {number}
                  </span>
                ) : null}
              </span>
              {number ? (
                <a
                  href={`tel:${number.replace(/[^+\d]/g, '')}`}
                  aria-label={`Call ${name}, ${contact}`}
                  title={contact}
                  className="flex size-9 shrink-0 items-center justify-center rounded-md border border-edge text-accent hover:bg-accent-soft max-sm:size-10"
                >
                  <Phone aria-hidden className="size-4" />
                </a>
              ) : (
                <span className="size-9 shrink-0 max-sm:size-10" />
              )}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
