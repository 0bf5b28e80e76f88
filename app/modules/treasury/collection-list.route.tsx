import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readCustomer } from '~/modules/customers/document.server'
import { namesOf } from '~/modules/people/queries.server'
import { COLLECTION_TYPES, collectionType } from '~/modules/receivables/collection-types'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { readOrder } from '~/platform/db/orders'
import { LinkButton } from '~/ui/Button'
import { ClosedBadge } from '~/ui/ClosedThrough'
import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { FileLinks } from '~/ui/FileLinks'
import { FilterBar, FilterCheck, FilterOf, FilterSelect } from '~/ui/FilterBar'
import { FilterPeriod } from '~/ui/FilterPeriod'
import { Icon } from '~/ui/Icon'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { useListLink } from '~/ui/useListLink'
import { THIS_WEEK } from '~/ui/ViewChips'
import { CollectionSums } from './components/CollectionSums'
import { collectionColumns } from './components/collection-columns'
import { TreasuryTabs } from './components/TreasuryTabs'
import { RECEIPT_ORDERS, readCollectionFilters } from './filters'
import { listReceipts, readCollectionTotals } from './queries.server'
import { COLLECTION_STATUSES } from './schema'

export const meta: MetaFunction = () => [{ title: 'Collections · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'collections.read')
  const { projectId, permissions } = project
  const { keyset, sort, order } = readOrder(request.url, RECEIPT_ORDERS)
  const filters = readCollectionFilters(request.url)
  const { customer_id: of } = filters
  const showsAgent = new URL(request.url).searchParams.getAll('show').includes('agent')
  const filtered = Object.values(filters).some(Boolean)
  const decides = permissions.includes('collections.decide')
  const [page, totals, all, customer, names] = await Promise.all([
    listReceipts(db, projectId, keyset, { ...filters, sort }),
    readCollectionTotals(db, projectId, filters),
    // Those who decide are led to the queue; all others are told what waits, whatever the filters.
    filtered && !decides ? readCollectionTotals(db, projectId, { status: 'pending' }) : null,
    of ? readCustomer(db, projectId, of) : null,
    showsAgent ? namesOf(db, projectId) : null,
  ])
  return {
    ...page,
    rows: page.rows.map((row) => ({ ...row, agent: names?.get(row.agentId) ?? null })),
    order,
    totals,
    waiting: decides ? 0 : (all ?? totals).all.pendingReceipts,
    customer: customer && { id: customer.id, name: customer.name },
    filtered,
    currency: project.currency,
    drrLabel: project.settings.drr_label,
    permissions,
  }
}

const statuses = COLLECTION_STATUSES.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}))
const types = COLLECTION_TYPES.map((value) => ({ value, label: collectionType(value) }))

/** Lists collections, newest first unless another order is chosen, with the sums of all that the filters find. */
export default function CollectionList() {
  const link = useListLink()
  const data = useLoaderData<typeof loader>()
  const { customer, drrLabel, permissions, totals, waiting } = data
  const queue = permissions.includes('collections.decide') ? paths.treasury.approval : null
  const add = permissions.includes('collections.record') ? (
    <LinkButton
      to={`${paths.treasury.addCollection}${customer ? `?customer=${customer.id}` : ''}`}
      variant="primary"
    >
      <Icon name="plus" />
      Record collection
    </LinkButton>
  ) : null
  const columns = collectionColumns({
    currency: data.currency,
    drrLabel,
    totals: totals.all,
  })
  return (
    <>
      <PageHeader
        tabs={<TreasuryTabs permissions={permissions} />}
        badges={<ClosedBadge />}
        title={customer ? `Collections of ${customer.name}` : 'Collections'}
        crumbs={
          customer
            ? [{ label: customer.name, to: paths.customers.customer(customer.id) }]
            : undefined
        }
        actions={
          <>
            {waiting > 0 && !queue ? (
              <LinkButton to="?status=pending" variant="ghost">
                {waiting} pending approval
              </LinkButton>
            ) : null}
            {add}
          </>
        }
        more={<FileLinks />}
      />
      <CollectionSums totals={totals} currency={data.currency} queue={queue} />
      <Panel flush>
        <FilterBar
          search="CR, cheque, invoice or customer"
          columns={columns}
          order={data.order}
          views="collections"
          arrange
          presets={BUILT_IN}
        >
          {customer ? (
            <FilterOf name="customer" label="Customer" value={customer.id} chosen={customer.name} />
          ) : null}
          <FilterSelect name="status" label="Status" options={statuses} />
          <FilterSelect name="type" label="Type" options={types} />
          <FilterPeriod what="Collected" />
          <FilterCheck name="mine" label="Mine" />
          <FilterCheck name="unapplied" label="Unapplied only" />
        </FilterBar>
        <DataTable
          caption="Collections"
          columns={columns}
          rows={data.rows}
          rowKey={(row) => row.id}
          rowLink={(row) => link(paths.treasury.collection(row.id), row)}
          count={totals.all.receipts}
          order={data.order}
          empty={
            data.filtered ? (
              <EmptyState title="No results">
                Try another number or name, or clear the filters.
              </EmptyState>
            ) : (
              <EmptyState title="No collections yet" action={add}>
                Record customer payments here. They are posted once approved.
              </EmptyState>
            )
          }
          footer={<Pager newer={data.newer} older={data.older} />}
        />
      </Panel>
    </>
  )
}

const BUILT_IN = [
  { label: 'To approve', search: 'status=pending' },
  { label: 'Unapplied', search: 'unapplied=1' },
  { label: 'Mine', search: 'mine=1' },
  THIS_WEEK,
]
