import { Link } from '@remix-run/react'
import { Check } from 'lucide-react'
import { paths } from '~/paths'
import type { Permission } from '~/platform/access/permissions'
import { firstDay } from '~/platform/request/first-day'
import { Panel } from '~/ui/Panel'

export type FirstStep =
  | 'company'
  | 'people'
  | 'products'
  | 'agent'
  | 'customers'
  | 'opening'
  | 'booking'

interface Step {
  step: FirstStep
  label: string
  hint: string
  to: string
  /** A second way, such as a spreadsheet instead of a form. */
  or?: { label: string; to: string; permission: Permission }
  /** The permission of the screen, and who has it where the reader does not. */
  permission: Permission
  by: string
}

const STEPS: readonly Step[] = [
  {
    step: 'company',
    label: 'Company data',
    hint: 'Address and TIN for printed documents; numbering and VAT are in its tabs',
    ...{ to: paths.ownProject.settings, permission: 'settings.write', by: 'General Manager' },
  },
  {
    step: 'people',
    label: 'People',
    hint: 'Each gets a link to copy into any messenger',
    ...{ to: paths.ownProject.addPerson, permission: 'people.write', by: 'General Manager' },
  },
  {
    step: 'products',
    label: 'Products',
    hint: 'From a spreadsheet, or begin with the list of a trade',
    ...{ to: paths.imports.kind('products'), permission: 'products.write', by: 'Sales Admin' },
  },
  {
    step: 'opening',
    label: 'Opening balances',
    hint: 'Stock on hand today; receivables from a spreadsheet',
    ...{
      to: paths.imports.kind('opening_stock'),
      permission: 'purchases.write',
      by: 'Sales Admin',
    },
    or: {
      label: 'Import open invoices',
      to: paths.imports.kind('open_invoices'),
      permission: 'customers.decide',
    },
  },
  {
    step: 'agent',
    label: 'House account',
    hint: 'Owns the customers that no agent visits; or invite an agent',
    ...{ to: paths.ownProject.houseAccount, permission: 'people.write', by: 'General Manager' },
  },
  {
    step: 'customers',
    label: 'Customers',
    hint: 'One by one, or many from a spreadsheet',
    ...{ to: paths.customers.add, permission: 'customers.decide', by: 'Finance Admin' },
    or: {
      label: 'Import customers',
      to: paths.imports.kind('customers'),
      permission: 'customers.decide',
    },
  },
  {
    step: 'booking',
    label: 'First booking',
    hint: 'Enter it, then validate it',
    ...{ to: paths.sales.addBooking, permission: 'bookings.write', by: 'Sales Admin' },
  },
]

interface Props {
  done: Record<FirstStep, boolean>
  permissions: readonly Permission[]
}

/** Shows what a new company does first, until it has its data, its people and a validated booking. */
export function FirstSteps({ done, permissions }: Props) {
  const left = STEPS.filter(({ step }) => !done[step]).length
  return (
    <Panel
      title="First steps"
      flush
      className="mb-4"
      actions={
        <span className="text-xs text-muted">
          {left} of {STEPS.length} left
        </span>
      }
    >
      <ol className="divide-y divide-line">
        {STEPS.map(({ step, label, hint, to, or, permission, by }) => (
          <li key={step} className="flex items-center gap-3 px-4 py-2">
            <span className="flex size-5 shrink-0 items-center justify-center rounded-full border border-edge">
              {done[step] ? <Check aria-label="Done" className="size-3.5 text-accent" /> : null}
            </span>
            <span className="min-w-0 flex-1">
              <span className="font-medium">{label}</span>
              <span className="ml-2 text-muted max-sm:ml-0 max-sm:block">{hint}</span>
            </span>
            {done[step] ? (
              <span className="text-xs text-muted">Done</span>
            ) : permissions.includes(permission) ? (
              <span className="flex gap-3">
                {or && permissions.includes(or.permission) ? (
                  <Link to={firstDay(or.to)} className="text-accent hover:underline">
                    {or.label}
                  </Link>
                ) : null}
                <Link to={firstDay(to)} className="font-medium text-accent hover:underline">
                  Begin
                </Link>
              </span>
            ) : (
              <span className="text-xs text-muted">{by}</span>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
