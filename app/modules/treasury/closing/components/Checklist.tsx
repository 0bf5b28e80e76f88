import { Link } from '@remix-run/react'
import { Check, Info, X } from 'lucide-react'
import { receivedTabAt } from '~/modules/treasury/cheques/tabs'
import { paths } from '~/paths'
import type { Permission } from '~/platform/access/permissions'
import { formatDate } from '~/platform/values/dates'
import { formatMoney } from '~/platform/values/money'
import { cx } from '~/ui/classes'
import type { Pending } from '../queries.server'

interface Kind {
  label: string
  /** The list of these documents, and what its reader needs. */
  to: string
  needs: Permission
  /** It is money under way, which no document of the period completes. */
  isInformation?: true
}

/** Every kind of pending document. */
const kindsUntil = (through: string): Record<string, Kind> => ({
  receipts: {
    label: 'Unapproved receipts',
    to: `${paths.treasury.collections}?${new URLSearchParams({ status: 'pending', to: through })}`,
    needs: 'collections.read',
  },
  not_invoiced: {
    label: 'Uninvoiced deliveries',
    to: `${paths.sales.invoicing}?queue=delivered`,
    needs: 'invoicing.read',
  },
  not_delivered: {
    label: 'Undelivered validated bookings',
    to: `${paths.sales.bookings}?${new URLSearchParams({ stage: 'undelivered', to: through })}`,
    needs: 'bookings.read',
  },
  not_remitted: {
    label: 'Unremitted receipts',
    to: paths.treasury.remittances,
    needs: 'collections.read',
  },
  cheques_due: {
    label: 'Due cheques on hand',
    to: receivedTabAt('due'),
    needs: 'collections.read',
  },
  vouchers: {
    label: 'Unreleased vouchers',
    to: `${paths.expenses.vouchers}?${new URLSearchParams({ to: through })}`,
    needs: 'vouchers.read',
  },
  memos: {
    label: 'Unapproved memos',
    to: `${paths.memos.list}?${new URLSearchParams({ status: 'pending', to: through })}`,
    needs: 'memos.read',
  },
  purchases: {
    label: 'Purchases without a delivery date',
    to: paths.inventory.purchases,
    needs: 'purchases.read',
  },
  write_offs: {
    label: 'Unapproved write-offs of bad orders',
    to: `${paths.inventory.badOrders}?status=pending`,
    needs: 'stock.movements',
  },
  counts: {
    label: 'Unposted stock counts',
    to: `${paths.inventory.counts}?status=submitted`,
    needs: 'counts.write',
  },
  warehouse_requests: {
    label: 'Unapproved warehouse requests',
    to: `${paths.warehouse.requests}?${new URLSearchParams({ status: 'pending', to: through })}`,
    needs: 'warehouse.read',
  },
  product_edits: {
    label: 'Unapproved corrections of purchases',
    to: paths.inventory.edits,
    needs: 'purchases.read',
  },
  cash: {
    label: 'Cash on hand, not deposited',
    to: paths.treasury.position,
    needs: 'treasury.position',
    isInformation: true,
  },
  cheques_deposited: {
    label: 'Deposited cheques, not cleared',
    to: receivedTabAt('deposited'),
    needs: 'collections.read',
    isInformation: true,
  },
})

/** Returns how many documents are pending, without what is listed for information. */
export function countPending(pending: readonly Pending[], through: string): number {
  const kinds = kindsUntil(through)
  return pending.reduce(
    (sum, { kind, documents }) => sum + (kinds[kind]!.isInformation ? 0 : documents),
    0,
  )
}

interface Props {
  pending: readonly Pending[]
  through: string
  permissions: readonly string[]
  currency: string
}

/** Lists what was done and what is open until a day, with links to what is open. */
export function Checklist({ pending, through, permissions, currency }: Props) {
  const kinds = kindsUntil(through)
  const told = pending.filter(({ kind }) => kinds[kind]!.isInformation)
  const checked = pending.filter(({ kind }) => !kinds[kind]!.isInformation)
  const lines = (rows: readonly Pending[]) =>
    rows.map((row) => (
      <Line
        key={row.kind}
        row={row}
        kind={kinds[row.kind]!}
        mayOpen={permissions.includes(kinds[row.kind]!.needs)}
        currency={currency}
      />
    ))
  return (
    <>
      <ul className="grid gap-x-8 gap-y-1.5 lg:grid-cols-2">{lines(checked)}</ul>
      <h3 className="mt-4 mb-1.5 text-xs font-medium text-muted">For information</h3>
      <ul className="grid gap-x-8 gap-y-1.5 lg:grid-cols-2">{lines(told)}</ul>
    </>
  )
}

interface LineProps {
  row: Pending
  kind: Kind
  mayOpen: boolean
  currency: string
}

function Line({ row: { documents, amount, oldest }, kind, mayOpen, currency }: LineProps) {
  const isOpen = documents > 0
  const marked = isOpen && !kind.isInformation
  const Icon = marked ? X : isOpen ? Info : Check
  return (
    <li className="flex min-w-0 gap-2.5">
      <Icon
        role="img"
        aria-label={marked ? 'Open' : isOpen ? 'For information' : 'Done'}
        className={cx('mt-0.5 size-4 shrink-0', marked ? 'text-danger' : 'text-ok')}
      />
      <span className="min-w-0">
        {isOpen && mayOpen ? (
          <Link to={kind.to} className="font-medium text-accent hover:underline">
            {kind.label}
          </Link>
        ) : (
          kind.label
        )}
        {isOpen ? (
          <span className="figures text-muted">
            {`: ${documents}`}
            {amount === null ? null : `, ${currency} ${formatMoney(amount)}`}
            {oldest === null ? null : `, oldest ${formatDate(oldest)}`}
          </span>
        ) : (
          <span className="text-muted">: none</span>
        )}
      </span>
    </li>
  )
}
