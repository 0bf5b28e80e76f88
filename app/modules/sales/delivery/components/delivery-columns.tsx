import type { Money as Amount } from '~/platform/values/money'
import { Badge } from '~/ui/Badge'
import type { Column } from '~/ui/DataTable'
import { Money } from '~/ui/Figures'
import type { Delivery } from '../queries.server'

/** The look of links beside a row's own link, which covers the row. */
export const LINK = 'relative mr-3 whitespace-nowrap'

/** Returns the columns of open deliveries and of those made. `amount` is the sum of all of them. */
export function deliveryColumns<R extends Delivery>(amount: Amount, currency: string): Column<R>[] {
  return [
    {
      key: 'so',
      header: 'SO no.',
      cell: ({ soNo, onHold }) => (
        <span className="figures whitespace-nowrap">
          {soNo} {onHold ? <Badge tone="warn">On hold</Badge> : null}
        </span>
      ),
      total: 'Total',
    },
    { key: 'invoice', header: 'Invoice no.', cell: ({ invoiceNo }) => invoiceNo ?? '–' },
    { key: 'customer', header: 'Customer', grow: true, cell: (row) => row.customerName },
    {
      key: 'to',
      header: 'Deliver to',
      grow: true,
      optional: true,
      cell: (row) => row.deliverTo ?? '–',
    },
    { key: 'agent', header: 'Agent', cell: ({ agent }) => agent },
    { key: 'area', tablet: 'hide', header: 'Area', cell: ({ area }) => area ?? '–' },
    {
      key: 'amount',
      header: `Amount (${currency})`,
      phone: 'amount',
      align: 'end',
      cell: (delivery) => <Money value={delivery.amount} />,
      total: <Money value={amount} />,
    },
  ]
}
