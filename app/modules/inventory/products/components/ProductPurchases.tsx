import { paths } from '~/paths'
import { formatQuantity } from '~/platform/values/quantity'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'
import { kindLabel } from '../../purchases/kinds'
import type { ProductPurchase } from '../purchases.server'

function columnsOf(caseConfig: number): Column<ProductPurchase>[] {
  return [
    { key: 'po', header: 'PO no.', phone: 'title', cell: (row) => row.poNo },
    { key: 'added', header: 'Date added', cell: (row) => <DateText value={row.dateAdded} /> },
    { key: 'kind', header: 'Type', cell: (row) => kindLabel(row.kind) },
    {
      key: 'quantity',
      header: 'Quantity',
      align: 'end',
      cell: (row) => formatQuantity(row.quantity, caseConfig),
    },
    { key: 'status', header: 'Status', cell: (row) => <StageBadge stage={row.status} /> },
  ]
}

interface Props {
  product: { id: string; caseConfig: number }
  purchases: { rows: ProductPurchase[]; more: boolean }
}

/** Lists the newest purchases of a product, each with a link. */
export function ProductPurchases({ product, purchases }: Props) {
  return (
    <Panel
      title="Purchases"
      flush
      actions={
        purchases.more ? (
          <LinkButton
            to={`${paths.inventory.purchases}?status=all&product=${product.id}`}
            size="sm"
          >
            All purchases
          </LinkButton>
        ) : null
      }
    >
      <DataTable
        caption="Purchases"
        columns={columnsOf(product.caseConfig)}
        rows={purchases.rows}
        rowKey={(row) => row.id}
        rowLink={(row) => paths.inventory.purchase(row.id)}
        empty={
          <EmptyState line title="No purchases yet">
            Purchases of this product are listed here.
          </EmptyState>
        }
      />
    </Panel>
  )
}
