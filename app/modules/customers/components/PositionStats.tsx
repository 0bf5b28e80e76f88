import { type Money as Amount, formatMoney } from '~/platform/values/money'
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
  /** A link to the report behind the collectibles; missing for readers without the report. */
  receivables?: string
  /**
   * A link to the receipts with unapplied credit; missing for readers without access to receipts.
   */
  unused?: string
}

/** Shows a customer's balance and credit left. */
export function PositionStats({ position, receivables, unused }: Props) {
  const { creditLeft } = position
  const over = creditLeft?.startsWith('-')
  return (
    <StatRow>
      <Stat
        label="Outstanding balance"
        value={<Money value={position.collectibles} />}
        explains="Accounts receivable, net of unapplied credits"
        to={receivables}
      />
      <Stat
        label="Cleared balance"
        value={<Money value={position.clearedBalance} />}
        explains="Receivables incl. uncleared cheques"
        to={receivables}
      />
      <Stat
        label="Credit exposure"
        value={<Money value={position.exposure} />}
        explains="Open bookings and uncleared cheques"
      />
      <Stat
        label="Available credit"
        value={creditLeft === null ? 'No limit' : <Money value={creditLeft} />}
        tone={over ? 'danger' : undefined}
        explains={creditNote(position.creditLine)}
      />
      <Stat label="Uncleared cheques" value={<Money value={position.uncleared} />} />
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
