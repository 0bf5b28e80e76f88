import { collectionType } from '~/modules/receivables/collection-types'
import type { Money as Amount } from '~/platform/values/money'
import { Money } from '~/ui/Figures'
import { Stat, StatRow } from '~/ui/Stat'

interface Sums {
  pendingReceipts: number
  pending: Amount
}

interface Props {
  totals: { all: Sums; types: readonly (Sums & { type: string })[] }
  currency: string
}

/** Shows the sums of pending receipts by type; nothing when none is pending. */
export function QueueSums({ totals: { all, types }, currency }: Props) {
  if (all.pendingReceipts === 0) return null
  return (
    <StatRow>
      <Stat
        label={`Pending (${currency})`}
        value={<Money value={all.pending} />}
        note={receipts(all)}
      />
      {types.map((sums) => (
        <Stat
          key={sums.type}
          label={collectionType(sums.type)}
          value={<Money value={sums.pending} />}
          note={receipts(sums)}
        />
      ))}
    </StatRow>
  )
}

const receipts = ({ pendingReceipts: count }: Sums) =>
  count === 1 ? '1 receipt' : `${count} receipts`
