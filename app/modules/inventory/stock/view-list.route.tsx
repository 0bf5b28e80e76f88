import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { readOrder } from '~/platform/db/orders'
import { LinkButton } from '~/ui/Button'
import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { Money } from '~/ui/Figures'
import { FileLinks } from '~/ui/FileLinks'
import { FilterBar, FilterCheck, FilterSelect } from '~/ui/FilterBar'
import { Icon } from '~/ui/Icon'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { Stat, StatRow } from '~/ui/Stat'
import { CategoryFilters } from '../components/CategoryFilters'
import { PurchasingTabs } from '../components/PurchasingTabs'
import { PRODUCT_STATUSES } from '../products/filters'
import { readCategoryChoices } from '../queries.server'
import { ledgerOf, stockColumns } from './components/stock-columns'
import { readStockFilters, STOCK_ORDERS } from './filters'
import { listStock, readStockTotals } from './queries.server'

export const meta: MetaFunction = () => [{ title: 'Inventory · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'stock.read')
  const filters = readStockFilters(request.url)
  const { keyset, sort, order } = readOrder(request.url, STOCK_ORDERS)
  const [page, totals, categories] = await Promise.all([
    listStock(db, project.projectId, keyset, { filters, sort }),
    readStockTotals(db, project.projectId, filters),
    readCategoryChoices(db, project.projectId),
  ])
  return {
    ...page,
    order,
    totals,
    filters,
    categories,
    filtered: Object.values(filters).some(Boolean),
    currency: project.currency,
    permissions: project.permissions,
  }
}

/** Lists products with their stock on hand, reserved and available. */
export default function InventoryViewList() {
  const data = useLoaderData<typeof loader>()
  const { totals, currency } = data
  const buy = data.permissions.includes('purchases.write') ? (
    <LinkButton to={paths.inventory.addPurchase} variant="primary">
      <Icon name="plus" />
      Add purchase
    </LinkButton>
  ) : null
  const columns = stockColumns(totals, currency)
  return (
    <>
      <PageHeader
        tabs={<PurchasingTabs permissions={data.permissions} />}
        title="Inventory"
        actions={buy}
        more={<FileLinks />}
      />
      <StatRow>
        <Stat label="On hand, pieces" value={totals.onHand.toLocaleString('en-US')} />
        <Stat label="Reserved" value={totals.reserved.toLocaleString('en-US')} />
        <Stat label="Available" value={totals.available.toLocaleString('en-US')} />
        {totals.costValue === null ? null : (
          <Stat label={`Value at cost (${currency})`} value={<Money value={totals.costValue} />} />
        )}
        <Stat label={`Value at SRP (${currency})`} value={<Money value={totals.srpValue} />} />
      </StatRow>
      <Panel flush>
        <FilterBar
          search={totals.costValue === null ? 'Product or code' : 'Product, code or supplier'}
          columns={columns}
          order={data.order}
          views="stock"
          arrange
          presets={BUILT_IN}
        >
          <CategoryFilters lists={data.categories} chosen={data.filters} />
          <FilterSelect name="status" label="Status" options={PRODUCT_STATUSES} />
          <FilterCheck name="on_hand" label="In stock only" />
          <FilterCheck name="below_reorder" label="Below reorder level" />
        </FilterBar>
        <DataTable
          caption="Inventory"
          columns={columns}
          rows={data.rows}
          count={totals.products}
          order={data.order}
          rowKey={(row) => row.id}
          rowLink={(row) => ledgerOf(row.id)}
          wide
          empty={
            data.filtered ? (
              <EmptyState title="No results">Try a shorter word, or clear the filters.</EmptyState>
            ) : (
              <EmptyState title="No stock yet" action={buy}>
                Add products and a purchase to see stock here.
              </EmptyState>
            )
          }
          footer={<Pager newer={data.newer} older={data.older} labels={['Back', 'More']} />}
        />
      </Panel>
    </>
  )
}

const BUILT_IN = [
  { label: 'In stock', search: 'on_hand=1' },
  { label: 'Below reorder level', search: 'below_reorder=1' },
]
