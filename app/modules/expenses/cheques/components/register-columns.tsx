import { Link } from '@remix-run/react'
import { paths } from '~/paths'
import { type Money as Amount, formatMoney } from '~/platform/values/money'
import type { Column } from '~/ui/DataTable'
import { DateText, Money } from '~/ui/Figures'
import type { RegisterRow } from '../register.server'
import { TABS, type TabName } from '../tabs'

interface Options {
  tab: TabName
  currency: string
  /** The total of the whole list, not of the page. */
  total: Amount
  /** The column that selects rows, if any. */
  checkbox?: Column<RegisterRow>
  mayPrint: boolean
}

/** Columns of a tab: the cheque, the dates of the tab, and the actions. */
export function registerColumns(options: Options): Column<RegisterRow>[] {
  const { tab, currency, total, checkbox, mayPrint } = options
  const { date } = TABS[tab]
  return [
    ...(checkbox ? [checkbox] : []),
    {
      key: 'cheque',
      header: 'Cheque',
      phone: 'title',
      cell: (row) => <span className="figures">{row.no}</span>,
    },
    {
      key: 'bank',
      header: 'Account',
      cell: (row) => row.bank,
    },
    { key: 'account', header: 'Account no.', cell: (row) => row.accountNo },
    ...(tab === 'blank' ? [] : filledColumns(currency, total)),
    ...(date
      ? [{ key: 'on', header: date, cell: (row: RegisterRow) => <DateText value={row.on} /> }]
      : []),
    ...told(tab),
    ...(tab === 'to_print' && mayPrint
      ? [
          {
            key: 'print',
            header: 'Print',
            cell: (row: RegisterRow) => (
              <Link
                to={paths.expenses.chequePrint(row.id)}
                className="relative font-medium text-accent hover:underline"
              >
                Print
              </Link>
            ),
          },
        ]
      : []),
  ]
}

/** Columns with the values that a voucher filled in. */
function filledColumns(currency: string, total: Amount): Column<RegisterRow>[] {
  return [
    { key: 'payee', header: 'Payee', grow: true, cell: (row) => row.payee ?? '–' },
    {
      key: 'voucher',
      header: 'Voucher',
      cell: (row) =>
        row.voucherNo === null ? '–' : <span className="figures">{row.voucherNo}</span>,
    },
    {
      key: 'amount',
      header: `Amount (${currency})`,
      phone: 'amount',
      align: 'end',
      cell: (row) => <Money value={row.amount} />,
      total: formatMoney(total),
    },
  ]
}

/** Columns that only some tabs have. */
function told(tab: TabName): Column<RegisterRow>[] {
  switch (tab) {
    case 'outstanding':
    case 'old':
      return [
        {
          key: 'released',
          header: 'Released',
          cell: (row) => <DateText value={row.releasedOn} />,
        },
      ]
    case 'void':
      return [{ key: 'reason', header: 'Reason', cell: (row) => row.reason ?? '–' }]
    default:
      return []
  }
}
