import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requirePermission } from '~/platform/guard.server'
import { readKeyset } from '~/platform/keyset'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { Money } from '~/ui/Figures'
import { FilterBar, FilterSelect } from '~/ui/FilterBar'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { PurchasingTabs } from '../components/PurchasingTabs'
import { listStock, readCategories, readStockTotals } from '../queries.server'
import { readProductFilters } from './filters'

export const meta: MetaFunction = () => [{ title: 'Products · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'stock.read')
  const filters = { ...readProductFilters(request.url), onHand: false }
  const [page, totals, categories] = await Promise.all([
    listStock(db, project.projectId, readKeyset(request.url, { by: 'sort_key' }), filters),
    readStockTotals(db, project.projectId, filters),
    readCategories(db, project.projectId),
  ])
  return {
    ...page,
    count: totals.products,
    categories: categories[0],
    filtered: Boolean(filters.search || filters.category),
    currency: project.currency,
    permissions: project.permissions,
  }
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

function columnsOf(currency: string): Column<Data['rows'][number]>[] {
  return [
    { key: 'description', header: 'Description', phone: 'title', cell: (row) => row.description },
    { key: 'code', header: 'Material code', cell: (row) => row.materialCode, nowrap: true },
    { key: 'supplier', header: 'Supplier', cell: (row) => row.supplier ?? '–' },
    { key: 'category', header: 'Category', cell: (row) => row.category || '–' },
    {
      key: 'case',
      header: 'Case',
      align: 'end',
      nowrap: true,
      cell: (row) => `${row.caseConfig} ${row.unit}`,
    },
    {
      key: 'cost',
      header: `Cost (${currency})`,
      align: 'end',
      cell: (row) => <Money value={row.defCost} />,
    },
    {
      key: 'srp',
      header: `SRP (${currency})`,
      align: 'end',
      cell: (row) => <Money value={row.defSrp} />,
    },
    { key: 'status', header: 'Status', cell: (row) => <StageBadge stage={row.status} /> },
  ]
}

/** Every product of the project, by description. */
export default function ProductList() {
  const data = useLoaderData<typeof loader>()
  const add = data.permissions.includes('products.write') ? (
    <LinkButton to="/inventory/product-list/product-add-product" variant="primary">
      Add product
    </LinkButton>
  ) : null
  return (
    <>
      <PageHeader title="Products" actions={add} />
      <PurchasingTabs permissions={data.permissions} />
      <Panel flush>
        <FilterBar search="Description, code or supplier">
          <FilterSelect
            name="category"
            label="Category"
            options={data.categories.map((value) => ({ value, label: value }))}
          />
        </FilterBar>
        <DataTable
          caption="Products"
          columns={columnsOf(data.currency)}
          rows={data.rows}
          count={data.count}
          rowKey={(row) => row.id}
          empty={
            data.filtered ? (
              <EmptyState title="No product matches">
                Try a shorter word, or clear the filters.
              </EmptyState>
            ) : (
              <EmptyState title="No products yet" action={add}>
                Products are what you buy and book: begin with the ones that sell most.
              </EmptyState>
            )
          }
          footer={<Pager newer={data.newer} older={data.older} labels={['Back', 'More']} />}
        />
      </Panel>
    </>
  )
}
