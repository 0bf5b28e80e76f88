import type { Money as Amount } from '~/platform/values/money'
import { CellLink } from '~/ui/CellLink'
import type { Column } from '~/ui/DataTable'
import { DateText, Money } from '~/ui/Figures'
import type { BankMovement } from '../bank.server'

const KINDS: Record<string, string> = {
  transfer: 'Bank transfer',
  cash: 'Cash deposit',
  cheque: 'Cheque cleared',
  returned: 'Cheque clearing reversed',
  paid_back: 'Paid back to customer',
  paid: 'Cheque cleared (issued)',
  sent: 'Voucher by bank transfer',
  opening: 'Opening balance',
  adjustment: 'Adjusted to the statement',
}

/** The kinds of movements whose document is a voucher. */
const VOUCHERS = ['paid', 'sent']

/** Returns the columns of an account's movements, with the sums of all of them. */
export function movementColumns(
  sums: { moneyIn: Amount; moneyOut: Amount },
  currency: string,
  /** True when the reader may open vouchers; their rows are shown in any case. */
  mayOpenVouchers: boolean,
): Column<BankMovement>[] {
  const negative = (amount: Amount) => amount.startsWith('-')
  return [
    {
      key: 'reference',
      header: 'Number',
      phone: 'title',
      cell: ({ reference, to, kind }) =>
        to && (mayOpenVouchers || !VOUCHERS.includes(kind)) ? (
          <CellLink to={to}>{reference}</CellLink>
        ) : (
          (reference ?? '–')
        ),
      total: 'Total',
    },
    { key: 'on', header: 'Date', cell: ({ on }) => <DateText value={on} /> },
    { key: 'kind', tablet: 'hide', header: 'Details', cell: ({ kind }) => KINDS[kind] ?? kind },
    {
      key: 'party',
      header: 'Payee/Payer',
      className: 'sm:min-w-36',
      cell: ({ party }) => party ?? '–',
    },
    {
      key: 'in',
      header: `In (${currency})`,
      align: 'end',
      cell: ({ amount }) => <Money value={negative(amount) ? null : amount} />,
      total: <Money value={sums.moneyIn} />,
    },
    {
      key: 'out',
      header: 'Out',
      align: 'end',
      cell: ({ amount }) => <Money value={negative(amount) ? (amount.slice(1) as Amount) : null} />,
      total: <Money value={sums.moneyOut} />,
    },
    {
      key: 'should',
      header: 'Book balance',
      align: 'end',
      cell: ({ shouldBe }) => <Money value={shouldBe} />,
    },
  ]
}
