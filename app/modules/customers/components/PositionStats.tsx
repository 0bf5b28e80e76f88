import { NET_OF_CHEQUES, owedAmount, owedName, RECEIVABLES } from '~/modules/receivables/terms'
import { type Money as Amount, formatMoney, toCents } from '~/platform/values/money'
import { Money } from '~/ui/Figures'
import { Stat, StatRow } from '~/ui/Stat'

interface Props {
  position: {
    collectibles: Amount
    clearedBalance: Amount
    exposure: Amount
    uncleared: Amount
    unapplied: Amount
    creditLine: Amount | null
    creditLeft: Amount | null
  }
  /** The amount past due; null for readers without the report. */
  overdue: Amount | null
  /** A link to the report behind the receivables; missing for readers without the report. */
  receivables?: string
  /**
   * A link to the receipts with unapplied credit; missing for readers without access to receipts.
   */
  unused?: string
}

/** Shows what a customer owes, what of it is late, the cheques held and the credit left. */
export function PositionStats({ position, overdue, receivables, unused }: Props) {
  const { creditLeft, collectibles, clearedBalance } = position
  const over = creditLeft?.startsWith('-')
  return (
    <StatRow>
      <Stat
        label={owedName(RECEIVABLES, clearedBalance)}
        value={<Money value={owedAmount(clearedBalance)} />}
        explains="Invoices less cleared payments"
        to={receivables}
      />
      {overdue === null ? null : (
        <Stat
          label="Overdue"
          value={<Money value={overdue} />}
          tone={toCents(overdue) > 0n ? 'danger' : undefined}
          to={receivables}
        />
      )}
      <Stat
        label="Cheques held"
        value={<Money value={position.uncleared} />}
        explains="Not cleared"
      />
      <Stat
        label="Available credit"
        value={creditLeft === null ? 'No limit' : <Money value={creditLeft} />}
        tone={over ? 'danger' : undefined}
        explains={creditNote(position.creditLine)}
      />
      {position.uncleared === '0.00' ? null : (
        <Stat
          label={owedName(NET_OF_CHEQUES, collectibles)}
          value={<Money value={owedAmount(collectibles)} />}
          to={receivables}
        />
      )}
      <Stat
        label="Credit exposure"
        value={<Money value={position.exposure} />}
        explains="Open bookings and uncleared cheques"
      />
      <Stat
        label="Unapplied payments"
        value={<Money value={position.unapplied} />}
        explains="Received, not yet applied"
        to={position.unapplied === '0.00' ? undefined : unused}
      />
    </StatRow>
  )
}

function creditNote(line: Amount | null): string {
  if (line === null) return 'No credit limit set'
  return line === '0.00' ? 'Cash only' : `Credit limit ${formatMoney(line)}`
}
