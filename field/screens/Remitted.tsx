import { cashOf } from '~/platform/values/cash-count'
import { denominationText } from '~/platform/values/denominations'
import { formatMoney, money, multiplyMoney } from '~/platform/values/money'
import type { ActOf, Correction } from '../data/written'
import { useSession } from '../session'

/** The count of a remittance that was written. */
export function Remitted({ act: { facts } }: { act: ActOf<'remittance'> }) {
  const { company } = useSession()
  const counted = facts.denominations.map(({ value, count }) => ({
    ...{ value: money(value), pieces: count },
  }))
  return (
    <>
      <dl>
        {counted.map(({ value, pieces }) => (
          <div key={value} className="figures flex justify-between gap-3">
            <dt>
              {pieces} × {denominationText(value)}
            </dt>
            <dd>{formatMoney(multiplyMoney(value, pieces))}</dd>
          </div>
        ))}
      </dl>
      <p className="figures mt-2 text-right font-semibold">
        {formatMoney(cashOf(counted), company.currency)}
      </p>
      {facts.variance_reason ? <p>Variance: {facts.variance_reason}</p> : null}
      {facts.remarks ? <p className="text-muted">{facts.remarks}</p> : null}
    </>
  )
}

/** Returns the form of a remittance that was refused: its receipts are chosen anew. */
export function correctRemittance({ facts }: ActOf<'remittance'>): Correction<'remittance'> {
  return {
    to: '/remittance',
    about: 'day',
    form: {
      kept: [],
      pieces: Object.fromEntries(facts.denominations.map(({ value, count }) => [value, count])),
      reason: facts.variance_reason ?? '',
      remarks: facts.remarks ?? '',
    },
  }
}
