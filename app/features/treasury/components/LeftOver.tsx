import { type Money as Amount, formatMoney } from '~/platform/money'

interface Props {
  amount: Amount | null
  allocated: Amount
  left: Amount
  currency: string
}

/** What happens with the part of a receipt that no booking gets. */
export function LeftOver({ amount, allocated, left, currency }: Props) {
  const over = left.startsWith('-')
  return (
    <p
      role="status"
      className={over ? 'px-3 py-2 font-medium text-danger' : 'px-3 py-2 text-muted'}
    >
      {sentence({ amount, allocated, left, currency })}
    </p>
  )
}

function sentence({ amount, allocated, left, currency }: Props): string {
  if (left.startsWith('-')) {
    return `${formatMoney(left.slice(1) as Amount, currency)} more is allocated than was received.`
  }
  if (!amount || left === '0.00') {
    return allocated === '0.00'
      ? 'What no booking gets becomes unapplied credit of the customer.'
      : 'All of it is allocated.'
  }
  return `${formatMoney(left, currency)} is left over: it becomes unapplied credit of the customer, to be used for later bookings.`
}
