import { paths } from '~/paths'
import type { Money as Amount } from '~/platform/values/money'
import { CellLink } from '~/ui/CellLink'
import type { Column } from '~/ui/DataTable'
import { DateText, Money } from '~/ui/Figures'
import type { IssuedRow } from '../register.server'
import { ISSUED_TABS, type IssuedTab } from '../tabs'

interface Options<Row> {
  tab: IssuedTab
  currency: string
  /** The total of the whole list, not of the page. */
  total: Amount
  /** The column that selects rows, if any. */
  checkbox?: Column<Row>
  mayPrint: boolean
}

/** Columns of a tab: the cheque, the dates of the tab, and the actions. */
export function issuedColumns<Row extends IssuedRow>(options: Options<Row>): Column<Row>[] {
  const { tab, currency, total, checkbox, mayPrint } = options
  const { date } = ISSUED_TABS[tab]
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
      phone: 'show',
      cell: (row) => row.bank,
    },
    { key: 'account', header: 'Account no.', phone: 'hide', cell: (row) => row.accountNo },
    ...(tab === 'blank' ? [] : filledColumns<Row>(currency, total)),
    ...(date
      ? [
          {
            key: 'on',
            header: date,
            phone: 'show' as const,
            cell: (row: Row) => <DateText value={row.on} />,
          },
        ]
      : []),
    ...told<Row>(tab),
    ...(tab === 'to_print' && mayPrint
      ? [
          {
            key: 'print',
            header: 'Print',
            cell: (row: Row) => (
              <CellLink to={paths.expenses.chequePrint(row.id)} className="relative font-medium">
                Print
              </CellLink>
            ),
          },
        ]
      : []),
  ]
}

/** Columns with the values that a voucher filled in. */
function filledColumns<Row extends IssuedRow>(currency: string, total: Amount): Column<Row>[] {
  return [
    { key: 'payee', header: 'Payee', grow: true, cell: (row) => row.payee ?? '–' },
    {
      key: 'voucher',
      header: 'Voucher',
      cell: (row) =>
        row.voucherNo === null ? '–' : <span className="figures">No. {row.voucherNo}</span>,
    },
    {
      key: 'amount',
      header: `Amount (${currency})`,
      phone: 'amount',
      align: 'end',
      cell: (row) => <Money value={row.amount} />,
      total: <Money value={total} />,
    },
  ]
}

/** Columns that only some tabs have. */
function told<Row extends IssuedRow>(tab: IssuedTab): Column<Row>[] {
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
