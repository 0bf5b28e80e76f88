import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { readOrder } from '~/platform/db/orders'
import { readFilterChoices } from '~/platform/forms/choices.server'
import { LinkButton } from '~/ui/Button'
import { ClosedBadge } from '~/ui/ClosedThrough'
import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { FileLinks } from '~/ui/FileLinks'
import { FilterBar, FilterOf, FilterSelect } from '~/ui/FilterBar'
import { FilterPeriod } from '~/ui/FilterPeriod'
import { FilterPicker } from '~/ui/FilterPicker'
import { Icon } from '~/ui/Icon'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { useListLink } from '~/ui/useListLink'
import { THIS_WEEK } from '~/ui/ViewChips'
import { PurchasingTabs } from '../components/PurchasingTabs'
import { listProductNames } from '../queries.server'
import { listSuppliers } from '../suppliers/queries.server'
import { PurchaseStats } from './components/PurchaseStats'
import { purchaseColumns } from './components/purchase-columns'
import {
  isPurchaseFiltered,
  PURCHASE_DATE_BASES,
  PURCHASE_ORDERS,
  PURCHASE_STATUSES,
  readPurchaseFilters,
} from './filters'
import { PURCHASE_KINDS } from './kinds'
import { listPurchases, readPurchaseTotals } from './queries.server'

export const meta: MetaFunction = () => [{ title: 'Purchases · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'purchases.read')
  const { projectId } = project
  const filters = readPurchaseFilters(request.url)
  const { keyset, sort, order } = readOrder(request.url, PURCHASE_ORDERS)
  const [page, totals, suppliers, [product]] = await Promise.all([
    listPurchases(db, projectId, keyset, { ...filters, sort }),
    readPurchaseTotals(db, projectId, filters),
    readFilterChoices(request.url, 'supplier', (query) => listSuppliers(db, projectId, query)),
    filters.product ? listProductNames(db, projectId, { ids: [filters.product] }) : [],
  ])
  return {
    ...page,
    order,
    totals,
    suppliers,
    product,
    filtered: isPurchaseFiltered(filters),
    currency: project.currency,
    permissions: project.permissions,
  }
}

/** Lists purchases and returns, newest first unless another order is chosen. */
export default function PurchaseList() {
  const link = useListLink()
  const data = useLoaderData<typeof loader>()
  const { product, totals } = data
  const add = data.permissions.includes('purchases.write') ? (
    <LinkButton to={paths.inventory.addPurchase} variant="primary">
      <Icon name="plus" />
      Add purchase
    </LinkButton>
  ) : null
  const columns = purchaseColumns(data.currency, totals)
  return (
    <>
      <PageHeader
        tabs={<PurchasingTabs permissions={data.permissions} />}
        badges={<ClosedBadge />}
        title={product ? `Purchases of ${product.label}` : 'Purchases'}
        crumbs={product ? [{ label: 'Purchases', to: paths.inventory.purchases }] : undefined}
        actions={add}
        more={<FileLinks />}
      />
      <PurchaseStats totals={totals} currency={data.currency} />
      <Panel flush>
        <FilterBar
          search="PO no., supplier or invoice"
          columns={columns}
          order={data.order}
          views="purchases"
          arrange
          presets={[THIS_WEEK, { label: 'This month', search: 'period=month' }]}
        >
          {product ? (
            <FilterOf name="product" label="Product" value={product.id} chosen={product.label} />
          ) : null}
          <FilterPicker
            name="supplier"
            label="Supplier"
            choices={data.suppliers}
            source={paths.inventory.purchaseSuppliers}
          />
          <FilterSelect name="kind" label="Type" options={PURCHASE_KINDS} />
          <FilterSelect name="status" label="Status" options={PURCHASE_STATUSES} all={null} />
          <FilterSelect name="basis" label="Date basis" options={PURCHASE_DATE_BASES} all={null} />
          <FilterPeriod />
        </FilterBar>
        <DataTable
          caption="Purchases"
          columns={columns}
          rows={data.rows}
          rowKey={(row) => row.id}
          rowLink={(row) => link(paths.inventory.purchase(row.id), row)}
          count={totals.records}
          order={data.order}
          empty={
            data.filtered ? (
              <EmptyState
                title="No results"
                action={
                  <LinkButton to={`${paths.inventory.purchases}?status=all`}>Show all</LinkButton>
                }
              >
                Try a shorter word or another period, or clear the filters.
              </EmptyState>
            ) : (
              <EmptyState title="No purchases yet" action={add}>
                A purchase increases stock and may set a new current SRP.
              </EmptyState>
            )
          }
          footer={<Pager newer={data.newer} older={data.older} />}
        />
      </Panel>
    </>
  )
}
