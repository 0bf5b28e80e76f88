import { Link } from '@remix-run/react'
import { NET_OF_CHEQUES, owedAmount, owedName, RECEIVABLES } from '~/modules/receivables/terms'
import { paths } from '~/paths'
import type { Money as Amount } from '~/platform/values/money'
import { Money } from '~/ui/Figures'

interface Props {
  customer: string
  position: { clearedBalance: Amount; collectibles: Amount; unapplied: Amount }
  currency: string
}

/** Shows what the chosen customer owes, beside the picker. */
export function Owes({ customer, position, currency }: Props) {
  const { clearedBalance, collectibles, unapplied } = position
  return (
    <p className="py-2 text-muted">
      {owedName(RECEIVABLES, clearedBalance)}{' '}
      <Money value={owedAmount(clearedBalance)} currency={currency} />
      {collectibles === clearedBalance ? null : (
        <>
          {' '}
          · {owedName(NET_OF_CHEQUES, collectibles)} <Money value={owedAmount(collectibles)} />
        </>
      )}
      {unapplied === '0.00' ? null : (
        <>
          , after{' '}
          <Link
            to={`${paths.treasury.collections}?customer=${customer}&unapplied=1`}
            className="text-accent hover:underline"
          >
            <Money value={unapplied} /> unapplied payments
          </Link>
        </>
      )}
    </p>
  )
}
