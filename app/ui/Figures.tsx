import { formatDate, formatDateTime } from '~/platform/values/dates'
import { type Money as Amount, formatMoney } from '~/platform/values/money'
import { formatQuantity } from '~/platform/values/quantity'
import { cx } from './classes'

/** Stands for nothing; a card on a phone leaves it out. */
export const NOTHING = <span className="text-muted">–</span>

interface MoneyProps {
  value: Amount | null
  currency?: string
  /** True for what a customer owes: below zero it is a credit balance, which is no fault. */
  owed?: boolean
}

/** Shows an amount: tabular numerals, red when negative, a dash when null. */
export function Money({ value, currency, owed }: MoneyProps) {
  if (value === null) return NOTHING
  const negative = value.startsWith('-')
  return (
    <span
      title={negative && owed ? 'Credit balance' : undefined}
      className={cx('figures whitespace-nowrap', negative && !owed && 'text-danger')}
    >
      {formatMoney(value, currency)}
    </span>
  )
}

/** Shows what is owed, and below it what remains when uncleared cheques count as paid, where that differs. */
export function Balances({ balance, clearedBalance }: { balance: Amount; clearedBalance: Amount }) {
  return (
    <>
      <Money value={clearedBalance} owed />
      {clearedBalance === balance ? null : (
        <span className="block text-xs font-normal text-muted">
          net of uncleared cheques <Money value={balance} owed />
        </span>
      )}
    </>
  )
}

/** Shows pieces as "3 cs + 5 pc", with the number of pieces as tooltip. */
export function Quantity({ pieces, caseConfig }: { pieces: number; caseConfig: number }) {
  return (
    <span
      title={`${pieces} pc`}
      className={cx('figures whitespace-nowrap', pieces < 0 && 'text-danger')}
    >
      {formatQuantity(pieces, caseConfig)}
    </span>
  )
}

/** Shows a calendar day (`YYYY-MM-DD`) as MM/DD/YYYY, or a timestamp when `timeZone` is given. */
export function DateText({ value, timeZone }: { value: string | null; timeZone?: string }) {
  if (!value) return NOTHING
  return (
    <time dateTime={value} className="figures whitespace-nowrap">
      {timeZone ? formatDateTime(value, timeZone) : formatDate(value)}
    </time>
  )
}
