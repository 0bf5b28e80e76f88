import { collectionType } from '~/modules/receivables/collection-types'
import { type Money as Amount, formatMoney } from '~/platform/values/money'
import { Money } from '~/ui/Figures'
import { Stat, StatRow } from '~/ui/Stat'
import type { ReceiptSums as Sums } from '../queries.server'

interface Props {
  totals: { all: Sums; types: readonly (Sums & { type: string })[] }
  currency: string
  /** The address of the approval queue, for users who may approve. */
  queue: string | null
}

/**
 * Shows the sums of all receipts found, by type. Amounts that do not count are shown separately.
 */
export function CollectionSums({ totals: { all, types }, currency, queue }: Props) {
  return (
    <StatRow>
      <Stat
        label="Pending"
        value={<Money value={all.pending} />}
        note={receipts(all.pendingReceipts)}
        tone={all.pendingReceipts > 0 ? 'warn' : undefined}
        to={queue && all.pendingReceipts > 0 ? queue : undefined}
      />
      {types.map((sums, index) => (
        <Stat
          key={sums.type}
          label={
            index === 0 ? `${collectionType(sums.type)} (${currency})` : collectionType(sums.type)
          }
          value={<Money value={sums.approved} />}
          note={cameBack(sums.cameBack) ?? waiting(sums.pending)}
          keep={sums.cameBack !== '0.00'}
        />
      ))}
      <Stat
        label="Cancelled"
        value={<Money value={all.cancelled} />}
        note={receipts(all.cancelledReceipts)}
      />
    </StatRow>
  )
}

const receipts = (count: number) => (count === 1 ? '1 receipt' : `${count} receipts`)

const cameBack = (amount: Amount) =>
  amount === '0.00' ? null : `Excl. ${formatMoney(amount)} returned or paid back`

const waiting = (amount: Amount) => (amount === '0.00' ? null : `+ ${formatMoney(amount)} pending`)
