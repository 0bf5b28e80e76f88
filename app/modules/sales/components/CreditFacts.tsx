import { type Money as Amount, formatMoney } from '~/platform/values/money'
import { Details } from '~/ui/Details'
import { Money } from '~/ui/Figures'
import { Locked } from '~/ui/Locked'
import { BOOKING_BY_ANOTHER, type ByAnother, type Credit, exceeds, leftAfter } from '../credit'

interface Props {
  credit: Credit
  /** The total of the pending booking. */
  total: Amount
  /** The prices below the price floor. */
  belowFloor?: readonly string[]
  /** The prices that are not the list's, or the SRP. */
  otherPrices?: readonly string[]
  /** Why another user has to validate it. */
  byAnother?: ByAnother | null
  mayOverride?: boolean
}

/** Shows a customer's credit line and the credit left after this booking. */
export function CreditFacts(props: Props) {
  const { credit, total, belowFloor = [], otherPrices = [], byAnother = null, mayOverride } = props
  const left = leftAfter(credit, total)
  return (
    <>
      <Details
        layout="rows"
        items={[
          ['Credit limit', <Line key="line" value={credit.creditLine} zero="Cash only" />],
          ['Credit exposure', <Money key="exposure" value={credit.exposure} />],
          ...(credit.uncleared === '0.00'
            ? []
            : [
                [
                  'of which uncleared cheques',
                  <Money key="uncleared" value={credit.uncleared} />,
                ] as const,
              ]),
          ['Available credit', <Line key="before" value={credit.creditLeft} />],
          ['This booking', <Money key="total" value={total} />],
          ['Available after this booking', <Line key="after" value={left} />],
        ]}
      />
      {left && exceeds(credit, total) ? (
        <p className="mt-3 rounded-md bg-warn-soft px-3 py-2 font-medium text-warn">
          Over the credit limit by {formatMoney(left.slice(1) as Amount)}: requires a collection
          first, or an override.
        </p>
      ) : null}
      {belowFloor.length > 0 ? (
        <p className="mt-3 rounded-md bg-warn-soft px-3 py-2 font-medium text-warn">
          Below the price floor: {belowFloor.join(', ')}. Correct the price, or{' '}
          {mayOverride ? 'override it with a reason' : 'a General Manager or Owner overrides it'}.
        </p>
      ) : null}
      {otherPrices.length > 0 ? (
        <p className="mt-3 text-muted">Other prices than proposed: {otherPrices.join(', ')}.</p>
      ) : null}
      {byAnother ? (
        <p className="mt-3">
          <Locked>{BOOKING_BY_ANOTHER[byAnother]}</Locked>
        </p>
      ) : null}
    </>
  )
}

function Line({ value, zero }: { value: Amount | null; zero?: string }) {
  if (value === null) return <span>No limit</span>
  return zero && value === '0.00' ? <span>{zero}</span> : <Money value={value} />
}
