import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requirePermission } from '~/platform/guard.server'
import { readKeyset } from '~/platform/keyset'
import { LinkButton } from '~/ui/Button'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { Money, Quantity } from '~/ui/Figures'
import { FilterBar, FilterCheck, FilterSelect } from '~/ui/FilterBar'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { Stat, StatRow } from '~/ui/Stat'
import { PurchasingTabs } from '../components/PurchasingTabs'
import { readProductFilters } from './filters'
import { listStock, readCategories, readStockTotals } from '../queries.server'

export const meta: MetaFunction = () => [{ title: 'Inventory · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'stock.read')
  const filters = readProductFilters(request.url)
  const [page, totals, categories] = await Promise.all([
    listStock(db, project.projectId, readKeyset(request.url, { by: 'sort_key' }), filters),
    readStockTotals(db, project.projectId, filters),
    readCategories(db, project.projectId),
  ])
  return {
    ...page,
    totals,
    categories: categories[0],
    filtered: Boolean(filters.search || filters.category || filters.onHand),
    currency: project.currency,
    permissions: project.permissions,
  }
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

function columnsOf({ currency, totals }: Data): Column<Data['rows'][number]>[] {
  return [
    { key: 'description', header: 'Product', phone: 'title', cell: (row) => row.description },
    { key: 'code', header: 'Code', cell: (row) => row.materialCode, nowrap: true },
    { key: 'category', header: 'Category', cell: (row) => row.category || '–', phone: 'hide' },
    {
      key: 'on_hand',
      header: 'On hand',
      align: 'end',
      cell: (row) => <Quantity pieces={row.onHand} caseConfig={row.caseConfig} />,
    },
    {
      key: 'reserved',
      header: 'Reserved',
      align: 'end',
      cell: (row) => <Quantity pieces={row.reserved} caseConfig={row.caseConfig} />,
    },
    {
      key: 'available',
      header: 'Available',
      align: 'end',
      cell: (row) => <Quantity pieces={row.available} caseConfig={row.caseConfig} />,
      total: <span className="figures">{totals.available.toLocaleString('en-US')} pc</span>,
    },
    { key: 'srp', header: 'Live SRP', align: 'end', cell: (row) => <Money value={row.srp} /> },
    {
      key: 'value',
      header: `Value at SRP (${currency})`,
      align: 'end',
      cell: (row) => <Money value={row.value} />,
      total: <Money value={totals.srpValue} />,
    },
  ]
}

/** What is in stock, what of it is promised, and what can still be sold. */
export default function InventoryList() {
  const data = useLoaderData<typeof loader>()
  const { totals } = data
  const buy = data.permissions.includes('purchases.write') ? (
    <LinkButton to="/inventory/purchase-list/purchase-add-purchase" variant="primary">
      Add purchase
    </LinkButton>
  ) : null
  return (
    <>
      <PageHeader title="Inventory" actions={buy} />
      <PurchasingTabs permissions={data.permissions} />
      <StatRow>
        <Stat label="On hand, pieces" value={totals.onHand.toLocaleString('en-US')} />
        <Stat label="Reserved" value={totals.reserved.toLocaleString('en-US')} />
        <Stat label="Available" value={totals.available.toLocaleString('en-US')} />
        <Stat
          label="Value at cost"
          value={<Money value={totals.costValue} />}
          note={data.currency}
        />
      </StatRow>
      <Panel flush>
        <FilterBar search="Product, code or supplier">
          <FilterSelect
            name="category"
            label="Category"
            options={data.categories.map((value) => ({ value, label: value }))}
          />
          <FilterCheck name="on_hand" label="On hand only" />
        </FilterBar>
        <DataTable
          caption="Inventory"
          columns={columnsOf(data)}
          rows={data.rows}
          count={totals.products}
          rowKey={(row) => row.id}
          wide
          empty={
            data.filtered ? (
              <EmptyState title="No product matches">
                Try a shorter word, or clear the filters.
              </EmptyState>
            ) : (
              <EmptyState title="No stock yet" action={buy}>
                Add products, then a purchase: its goods appear here.
              </EmptyState>
            )
          }
          footer={<Pager newer={data.newer} older={data.older} labels={['Back', 'More']} />}
        />
      </Panel>
    </>
  )
}
