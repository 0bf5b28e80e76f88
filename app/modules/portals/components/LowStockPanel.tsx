import { paths } from '~/paths'
import { LinkButton } from '~/ui/Button'
import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { Quantity } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'
import type { LowStock } from '../now.server'

/** Shows the first products below their reorder level, and a link to all of them. */
export function LowStockPanel({ products, first }: { products: number; first: LowStock[] }) {
  return (
    // A phone has their number among the figures.
    <Panel flush title="Stock below reorder level" className="max-sm:hidden">
      <DataTable
        caption="Products below their reorder level"
        count={products}
        rows={first}
        rowKey={({ id }) => id}
        rowLink={({ id }) => paths.inventory.product(id)}
        columns={[
          { key: 'product', header: 'Product', phone: 'title', cell: (row) => row.description },
          {
            key: 'available',
            header: 'Available',
            align: 'end',
            cell: (row) => <Quantity pieces={row.available} caseConfig={row.caseConfig} />,
          },
          {
            key: 'level',
            header: 'Reorder level',
            align: 'end',
            cell: (row) => <Quantity pieces={row.reorderLevel} caseConfig={row.caseConfig} />,
          },
        ]}
        empty={
          <EmptyState line title="No products below reorder level">
            Products whose available stock falls below their reorder level are listed here.
          </EmptyState>
        }
        footer={
          products > first.length ? (
            <LinkButton size="sm" to={`${paths.inventory.stock}?below_reorder=1`}>
              View all
            </LinkButton>
          ) : null
        }
      />
    </Panel>
  )
}
