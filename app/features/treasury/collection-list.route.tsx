import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { parseDate } from '~/platform/dates'
import { requirePermission } from '~/platform/guard.server'
import { readKeyset } from '~/platform/keyset'
import { LinkButton } from '~/ui/Button'
import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { FilterBar, FilterDate, FilterSelect } from '~/ui/FilterBar'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { collectionColumns } from './components/collection-columns'
import { TreasuryTabs } from './components/TreasuryTabs'
import { type CollectionFilters, countPendingCollections, listCollections } from './queries.server'
import { COLLECTION_STATUSES } from './schema'
import { COLLECTION_TYPES, collectionType } from './types'

export const meta: MetaFunction = () => [{ title: 'Collections · Kalakal' }]

function readFilters(url: string): CollectionFilters {
  const search = new URL(url).searchParams
  const status = search.get('status')
  const type = search.get('type')
  return {
    search: search.get('q')?.trim() || null,
    status: COLLECTION_STATUSES.find((known) => known === status) ?? null,
    type: COLLECTION_TYPES.find((known) => known === type) ?? null,
    from: parseDate(search.get('from') ?? ''),
    to: parseDate(search.get('to') ?? ''),
  }
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'collections.read')
  const keyset = readKeyset(request.url, { by: 'date_collected', descending: true })
  const filters = readFilters(request.url)
  return {
    ...(await listCollections(db, project.projectId, keyset, filters)),
    pending: await countPendingCollections(db, project.projectId),
    filtered: Object.values(filters).some(Boolean),
    currency: project.currency,
    drrLabel: project.settings.drr_label,
    permissions: project.permissions,
    mayRecord: project.permissions.includes('collections.record'),
  }
}

const statuses = COLLECTION_STATUSES.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}))
const types = COLLECTION_TYPES.map((value) => ({ value, label: collectionType(value) }))

/** Receipts of customers, newest first. */
export default function CollectionList() {
  const data = useLoaderData<typeof loader>()
  const { pending, drrLabel } = data
  const add = data.mayRecord ? (
    <LinkButton to="/treasury/treasury-list/treasury-add-collection" variant="primary">
      Record collection
    </LinkButton>
  ) : null
  return (
    <>
      <PageHeader
        title="Collections"
        actions={
          <>
            {pending > 0 ? (
              <LinkButton to="?status=pending" variant="ghost">
                {pending} {pending === 1 ? 'waits' : 'wait'} for approval
              </LinkButton>
            ) : null}
            {add}
          </>
        }
      />
      <TreasuryTabs permissions={data.permissions} />
      <Panel flush>
        <FilterBar search={`CR, ${drrLabel} or SO no., customer`}>
          <FilterSelect name="status" label="Status" options={statuses} />
          <FilterSelect name="type" label="Type" options={types} />
          <FilterDate name="from" label="Collected from" />
          <FilterDate name="to" label="Collected to" />
        </FilterBar>
        <DataTable
          caption="Collections"
          columns={collectionColumns(data)}
          rows={data.rows}
          rowKey={(row) => row.id}
          rowLink={(row) => `/treasury/treasury-list/${row.id}`}
          empty={
            data.filtered ? (
              <EmptyState title="No collection matches">
                Try another number or name, or clear the filters.
              </EmptyState>
            ) : (
              <EmptyState title="Nothing collected yet" action={add}>
                Record what customers pay; it counts once it is approved.
              </EmptyState>
            )
          }
          footer={<Pager newer={data.newer} older={data.older} />}
        />
      </Panel>
    </>
  )
}
