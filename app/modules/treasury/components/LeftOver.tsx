import { type Money as Amount, formatMoney } from '~/platform/values/money'

interface Props {
  amount: Amount | null
  allocated: Amount
  left: Amount
  currency: string
  /** True when the amount is unapplied credit, not a new receipt. */
  isCredit?: boolean
}

/** Explains what happens to the part of a receipt that is not allocated. */
export function LeftOver(props: Props) {
  const { left } = props
  const over = left.startsWith('-')
  return (
    <p
      role="status"
      className={over ? 'px-3 py-2 font-medium text-danger' : 'px-3 py-2 text-muted'}
    >
      {sentence(props)}
    </p>
  )
}

function sentence({ amount, allocated, left, currency, isCredit }: Props): string {
  if (left.startsWith('-')) {
    return `${formatMoney(left.slice(1) as Amount, currency)} more is allocated than ${isCredit ? 'is left of the receipt' : 'was received'}.`
  }
  if (!amount || left === '0.00') {
    return allocated === '0.00'
      ? 'Any unallocated amount becomes an unapplied payment.'
      : 'Fully allocated.'
  }
  if (isCredit) return `${formatMoney(left, currency)} remains unapplied.`
  return `${formatMoney(left, currency)} unallocated: it becomes an unapplied payment for later bookings.`
}
