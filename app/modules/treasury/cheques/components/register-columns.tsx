import type { ReactNode } from 'react'
import { paths } from '~/paths'
import type { Money as Amount } from '~/platform/values/money'
import { CellLink } from '~/ui/CellLink'
import { cx } from '~/ui/classes'
import type { Column } from '~/ui/DataTable'
import { DateText, Money } from '~/ui/Figures'
import type { ReceivedRow } from '../register.server'
import { RECEIVED_TABS, type ReceivedTab } from '../tabs'

interface Options<Row> {
  tab: ReceivedTab
  currency: string
  /** The sum of all cheques found; null when it is not known. */
  total: Amount | null
  /** The column that selects rows, if any. */
  checkbox?: Column<Row>
  actions: ((row: Row) => ReactNode) | null
}

/** Returns the columns of a tab: the cheque, the tab's own fields, and the actions. */
export function receivedColumns<Row extends ReceivedRow>(options: Options<Row>): Column<Row>[] {
  const { tab, currency, total, checkbox, actions } = options
  const held = tab === 'due' || tab === 'late' || tab === 'upcoming'
  return [
    ...(checkbox ? [checkbox] : []),
    {
      key: 'cheque',
      header: 'Cheque',
      phone: 'title',
      cell: (row) => (
        <>
          <span className="figures">{row.no}</span>
          {/* On a card the actions need the room below. */}
          <span className="ml-2 text-xs font-normal text-muted sm:hidden">
            {row.bank} {tab === 'deposited' ? <DateText value={row.on} /> : null}
          </span>
        </>
      ),
    },
    {
      key: 'bank',
      header: 'Bank',
      phone: 'hide',
      cell: (row) => row.bank,
    },
    {
      key: 'on',
      header: RECEIVED_TABS[tab].date,
      phone: tab === 'deposited' ? 'hide' : 'show',
      cell: (row) => <DateText value={row.on} />,
    },
    ...(held
      ? []
      : [
          {
            key: 'dated',
            header: 'Cheque date',
            phone: 'hide' as const,
            optional: tab === 'deposited',
            cell: (row: Row) => <DateText value={row.date} />,
          },
        ]),
    {
      key: 'customer',
      header: 'Customer',
      grow: true,
      cell: (row) => row.customerName,
    },
    {
      key: 'cr',
      header: 'CR no.',
      phone: 'hide',
      optional: tab === 'deposited',
      cell: (row) => row.crNo,
    },
    ...(held
      ? [
          {
            key: 'with',
            header: 'Held by',
            phone: 'hide' as const,
            cell: (row: Row) => row.heldBy ?? '–',
          },
        ]
      : []),
    ...told<Row>(tab),
    {
      key: 'amount',
      header: `Amount (${currency})`,
      phone: 'amount',
      align: 'end',
      cell: (row) => <Money value={row.amount} />,
      total: total === null ? undefined : <Money value={total} />,
    },
    ...(actions
      ? [
          {
            key: 'actions',
            // A card has no room for a name beside the controls.
            header: '',
            head: 'Action',
            phone: 'show' as const,
            cell: actions,
            className: cx(
              'sm:not-print:max-w-none!',
              tab === 'deposited' && 'max-sm:w-full! max-sm:overflow-visible!',
            ),
          },
        ]
      : []),
  ]
}

/** Returns the columns that only one tab has. */
function told<Row extends ReceivedRow>(tab: ReceivedTab): Column<Row>[] {
  switch (tab) {
    case 'deposited':
      return [
        {
          key: 'slip',
          header: 'Deposit slip no.',
          phone: 'hide',
          cell: (row) => row.slipNo,
        },
        {
          key: 'into',
          header: 'Deposited in',
          optional: true,
          phone: 'hide',
          cell: (row) => row.depositBank,
        },
      ]
    case 'returned':
      return [{ key: 'reason', header: 'Reason', cell: (row) => row.reason ?? '–' }]
    case 'cleared':
      return [
        {
          key: 'invoice',
          header: 'Invoice no.',
          phone: 'hide',
          cell: (row) =>
            row.booking ? (
              <CellLink to={paths.sales.booking(row.booking.id)} className="relative">
                {row.booking.invoiceNo ?? row.booking.soNo}
              </CellLink>
            ) : (
              'Unapplied'
            ),
        },
        {
          key: 'applied',
          header: 'Applied',
          phone: 'hide',
          align: 'end',
          cell: (row) => <Money value={row.booking?.applied ?? null} />,
        },
      ]
    default:
      return []
  }
}
