import type { Money as Amount } from '~/platform/money'
import { Money } from '~/ui/Figures'

interface Props {
  position: { collectibles: Amount; unapplied: Amount }
  currency: string
}

/** What the chosen customer owes, beside the picker. */
export function Owes({ position, currency }: Props) {
  return (
    <p className="py-2 text-muted">
      Owes <Money value={position.collectibles} currency={currency} /> on invoices
      {position.unapplied === '0.00' ? null : (
        <>
          , after <Money value={position.unapplied} /> unapplied credit
        </>
      )}
    </p>
  )
}
