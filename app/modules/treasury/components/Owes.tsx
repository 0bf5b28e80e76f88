import { Link } from '@remix-run/react'
import { paths } from '~/paths'
import type { Money as Amount } from '~/platform/values/money'
import { Money } from '~/ui/Figures'

interface Props {
  customer: string
  position: { collectibles: Amount; unapplied: Amount }
  currency: string
}

/** Shows the balance of the chosen customer, beside the picker. */
export function Owes({ customer, position, currency }: Props) {
  return (
    <p className="py-2 text-muted">
      Owes <Money value={position.collectibles} currency={currency} /> on invoices
      {position.unapplied === '0.00' ? null : (
        <>
          , after{' '}
          <Link
            to={`${paths.treasury.collections}?customer=${customer}&unapplied=1`}
            className="text-accent hover:underline"
          >
            <Money value={position.unapplied} /> unapplied payments
          </Link>
        </>
      )}
    </p>
  )
}
