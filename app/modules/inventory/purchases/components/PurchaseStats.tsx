import { Money } from '~/ui/Figures'
import { Stat, StatRow } from '~/ui/Stat'
import type { PurchaseTotals } from '../queries.server'

/**
 * Shows the totals of the filtered records by kind. Customer returns are kept apart from purchases.
 */
export function PurchaseStats({ totals, currency }: { totals: PurchaseTotals; currency: string }) {
  const { cancelled } = totals
  return (
    <StatRow>
      <Stat label={`Purchases (${currency})`} value={<Money value={totals.purchases} />} />
      <Stat
        label="Returned to supplier"
        value={<Money value={totals.supplierReturns} />}
        note="deducted"
      />
      <Stat label="Net purchases" value={<Money value={totals.net} />} />
      <Stat
        label="Customer returns"
        value={<Money value={totals.returnsIn} />}
        note="not included"
      />
      {cancelled > 0 ? (
        <Stat
          label="Cancelled"
          value={<Money value={totals.cancelledCost} />}
          note={`${cancelled.toLocaleString('en-US')} ${cancelled === 1 ? 'record' : 'records'}, not in totals`}
        />
      ) : null}
    </StatRow>
  )
}
