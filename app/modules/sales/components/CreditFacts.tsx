import { type Money as Amount, formatMoney } from '~/platform/values/money'
import { Details } from '~/ui/Details'
import { Money } from '~/ui/Figures'
import { type Credit, exceeds, leftAfter } from '../credit'

interface Props {
  credit: Credit
  /** The total of the pending booking. */
  total: Amount
  /** True when the reader set the credit line that the booking needs. */
  byAnother?: boolean
}

/** Shows a customer's credit line and the credit left after this booking. */
export function CreditFacts({ credit, total, byAnother = false }: Props) {
  const left = leftAfter(credit, total)
  return (
    <>
      <Details
        layout="rows"
        items={[
          ['Credit line', <Line key="line" value={credit.creditLine} zero="Cash only" />],
          ['Exposure', <Money key="exposure" value={credit.exposure} />],
          ...(credit.uncleared === '0.00'
            ? []
            : [
                [
                  'of it uncleared cheques',
                  <Money key="uncleared" value={credit.uncleared} />,
                ] as const,
              ]),
          ['Credit left', <Line key="before" value={credit.creditLeft} />],
          ['This booking', <Money key="total" value={total} />],
          ['Left after it', <Line key="after" value={left} />],
        ]}
      />
      {left && exceeds(credit, total) ? (
        <p className="mt-3 rounded-md bg-warn-soft px-3 py-2 font-medium text-warn">
          Over the credit line by {formatMoney(left.slice(1) as Amount)}: validating it needs a
          collection first, or an override.
        </p>
      ) : null}
      {byAnother ? (
        <p className="mt-3 rounded-md bg-warn-soft px-3 py-2 font-medium text-warn">
          You set the credit line that this booking needs: somebody else who validates bookings has
          to validate it.
        </p>
      ) : null}
    </>
  )
}

function Line({ value, zero }: { value: Amount | null; zero?: string }) {
  if (value === null) return <span>No limit</span>
  return zero && value === '0.00' ? <span>{zero}</span> : <Money value={value} />
}
