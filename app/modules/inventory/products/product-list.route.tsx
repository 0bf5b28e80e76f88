import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData, useSearchParams } from '@remix-run/react'
import { changeMany } from '~/modules/import/change-many.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { rows } from '~/platform/db/command.server'
import { readOrder } from '~/platform/db/orders'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { withoutCursor } from '~/platform/request/first-page'
import { LinkButton } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { Money } from '~/ui/Figures'
import { FileLinks } from '~/ui/FileLinks'
import { FilterBar, FilterCheck, FilterSelect } from '~/ui/FilterBar'
import { Icon } from '~/ui/Icon'
import { MenuLink } from '~/ui/Menu'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { Stat, StatRow } from '~/ui/Stat'
import { useListLink } from '~/ui/useListLink'
import { CategoryFilters } from '../components/CategoryFilters'
import { PurchasingTabs } from '../components/PurchasingTabs'
import { readCategoryChoices } from '../queries.server'
import { ProductTable } from './components/ProductTable'
import { productColumns } from './components/product-columns'
import { PRODUCT_STATUSES, productOrders, readProductFilters } from './filters'
import { selectedProductsSchema } from './many'
import { listProducts, readProductTotals } from './queries.server'

export const meta: MetaFunction = () => [{ title: 'Products · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'stock.read')
  const costs = project.permissions.includes('costs.read')
  const filters = readProductFilters(request.url, costs)
  const { keyset, sort, order } = readOrder(request.url, productOrders(costs))
  const [page, totals, categories] = await Promise.all([
    listProducts(db, project.projectId, keyset, { filters, sort }),
    readProductTotals(db, project.projectId, filters),
    readCategoryChoices(db, project.projectId),
  ])
  return {
    ...page,
    costs,
    order,
    totals,
    filters,
    categories,
    project: project.projectId,
    idempotencyKey: newIdempotencyKey(),
    filtered: Object.values(filters).some(Boolean),
    currency: project.currency,
    permissions: project.permissions,
  }
}

/** Changes the selected products. */
export const action = formAction({
  permission: 'products.write',
  schema: selectedProductsSchema,
  command: async ({ db, run, projectId, value }) => {
    const { product_ids, reorder_level = '', def_srp = '' } = value
    const of = db.from('products').select('description, material_code').eq('project_id', projectId)
    const found = rows(await of.in('id', product_ids).order('sort_key').order('id'))
    const records = found.map(({ description, material_code }) => ({
      label: description,
      cells: { material_code, reorder_level, def_srp },
    }))
    return changeMany(run, 'product_changes', 'Selected products', records)
  },
  done: ({ records }, { url }) => ({
    to: url.pathname + url.search,
    text: `${records === 1 ? 'One product' : `${records} products`} changed.`,
  }),
})

/** Lists the project's products with packing, cost and prices. */
export default function ProductList() {
  const link = useListLink()
  const data = useLoaderData<typeof loader>()
  const { totals, currency, costs } = data
  const linkToOnly = useOnly()
  const write = data.permissions.includes('products.write')
  const add = write ? (
    <LinkButton to={paths.inventory.addProduct} variant="primary">
      <Icon name="plus" />
      Add product
    </LinkButton>
  ) : null
  const bring = write ? <LinkButton to={paths.imports.kind('products')}>Import</LinkButton> : null
  const columns = productColumns(currency, totals, costs)
  return (
    <>
      <PageHeader
        tabs={<PurchasingTabs permissions={data.permissions} />}
        title="Products"
        actions={add}
        more={
          <>
            <FileLinks />
            {write ? <MenuLink to={paths.imports.kind('products')}>Import</MenuLink> : null}
          </>
        }
      />
      <StatRow>
        <Stat label="Products" value={totals.products.toLocaleString('en-US')} />
        {totals.belowCost === null ? null : (
          <Stat
            label="Below cost"
            value={totals.belowCost.toLocaleString('en-US')}
            tone={totals.belowCost > 0 ? 'warn' : undefined}
            to={totals.belowCost > 0 ? linkToOnly('below_cost') : undefined}
          />
        )}
        <Stat
          label="Below reorder level"
          value={totals.belowReorder.toLocaleString('en-US')}
          tone={totals.belowReorder > 0 ? 'warn' : undefined}
          to={totals.belowReorder > 0 ? linkToOnly('below_reorder') : undefined}
        />
        {totals.costValue === null ? null : (
          <Stat label={`Value at cost (${currency})`} value={<Money value={totals.costValue} />} />
        )}
        <Stat label={`Value at SRP (${currency})`} value={<Money value={totals.srpValue} />} />
      </StatRow>
      <Panel flush>
        <FilterBar
          search={costs ? 'Product name, code or supplier' : 'Product name or code'}
          columns={columns}
          order={data.order}
          views="products"
          arrange
          presets={costs ? [...STOCK, { label: 'Below cost', search: 'below_cost=1' }] : STOCK}
        >
          <CategoryFilters lists={data.categories} chosen={data.filters} />
          <FilterSelect name="status" label="Status" options={PRODUCT_STATUSES} />
          {costs ? <FilterCheck name="below_cost" label="Below cost" /> : null}
          <FilterCheck name="below_reorder" label="Below reorder level" />
        </FilterBar>
        <ProductTable
          project={data.project}
          idempotencyKey={data.idempotencyKey}
          mayWrite={write}
          lastResult={useActionData<typeof action>()}
          wide
          caption="Products"
          columns={columns}
          rows={data.rows}
          count={totals.products}
          order={data.order}
          rowKey={(row) => row.id}
          rowLink={(row) => link(paths.inventory.product(row.id), row)}
          empty={
            data.filtered ? (
              <EmptyState title="No results">Try a shorter word, or clear the filters.</EmptyState>
            ) : (
              <EmptyState
                title="No products yet"
                action={
                  <div className="flex flex-wrap justify-center gap-2">
                    {add}
                    {bring}
                  </div>
                }
              >
                Add products, or import them from a spreadsheet.
              </EmptyState>
            )
          }
          footer={<Pager newer={data.newer} older={data.older} labels={['Back', 'More']} />}
        />
      </Panel>
    </>
  )
}

/**
 * Returns a function that adds one checked filter to the address of this list, back on its first
 * page.
 */
function useOnly() {
  const [params] = useSearchParams()
  return (name: string) => {
    const next = withoutCursor(params)
    next.set(name, '1')
    return `?${next}`
  }
}

const STOCK = [
  { label: 'Below reorder level', search: 'below_reorder=1' },
  { label: 'Inactive', search: 'status=inactive' },
]
