import { varianceWord } from '~/platform/values/cash-count'
import type { Money as Amount } from '~/platform/values/money'
import { Money } from '~/ui/Figures'
import { Stat, StatRow } from '~/ui/Stat'

interface Props {
  remittance: {
    expected: Amount
    counted: Amount
    variance: Amount
    varianceReason: string | null
    cheques: Amount
    others: Amount
  }
  currency: string
}

/** Shows the expected and the counted cash, and the variance with its reason. */
export function RemittanceFigures({ remittance, currency }: Props) {
  const { expected, counted, variance, varianceReason, cheques, others } = remittance
  return (
    <StatRow>
      <Stat label={`Cash receipts (${currency})`} value={<Money value={expected} />} />
      <Stat label="Cash counted" value={<Money value={counted} />} />
      <Stat
        label={varianceWord(variance) ?? 'Difference'}
        value={<Money value={variance} />}
        note={varianceReason}
        tone={varianceReason ? 'warn' : undefined}
      />
      <Stat label="Cheques" value={<Money value={cheques} />} />
      {others === '0.00' ? null : (
        <Stat label="Transfers, withholding tax" value={<Money value={others} />} />
      )}
    </StatRow>
  )
}
