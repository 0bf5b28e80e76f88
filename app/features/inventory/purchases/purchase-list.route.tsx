import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requirePermission } from '~/platform/guard.server'
import { readKeyset } from '~/platform/keyset'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText, Money } from '~/ui/Figures'
import { FilterBar, FilterSelect } from '~/ui/FilterBar'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { PurchasingTabs } from '../components/PurchasingTabs'
import { listPurchases } from './queries.server'
import { PURCHASE_KINDS } from './schema'

export const meta: MetaFunction = () => [{ title: 'Purchases · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'purchases.read')
  const search = new URL(request.url).searchParams
  const filters = {
    search: search.get('q')?.trim() || null,
    kind: PURCHASE_KINDS.find(({ value }) => value === search.get('kind'))?.value ?? null,
  }
  const keyset = readKeyset(request.url, { by: 'date_added', descending: true })
  return {
    ...(await listPurchases(db, project.projectId, keyset, filters)),
    filtered: Boolean(filters.search || filters.kind),
    currency: project.currency,
    permissions: project.permissions,
  }
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

const kindLabel = (kind: string) =>
  PURCHASE_KINDS.find(({ value }) => value === kind)?.label ?? kind

function columnsOf(currency: string): Column<Data['rows'][number]>[] {
  return [
    { key: 'po', header: 'PO no.', phone: 'title', cell: (row) => row.poNo, nowrap: true },
    { key: 'supplier', header: 'Supplier', cell: (row) => row.supplier },
    { key: 'invoice', header: 'Supplier invoice', cell: (row) => row.invoiceNo ?? '–' },
    { key: 'date', header: 'Date', cell: (row) => <DateText value={row.dateAdded} /> },
    { key: 'delivery', header: 'Delivered', cell: (row) => <DateText value={row.deliveryDate} /> },
    { key: 'kind', header: 'Kind', cell: (row) => kindLabel(row.kind), nowrap: true },
    {
      key: 'status',
      header: 'Status',
      cell: (row) => <StageBadge stage={row.status} />,
      phone: 'hide',
    },
    {
      key: 'total',
      header: `Cost (${currency})`,
      align: 'end',
      cell: (row) => <Money value={row.totalCost} />,
    },
  ]
}

/** Purchases and returns, newest first. */
export default function PurchaseList() {
  const data = useLoaderData<typeof loader>()
  const add = data.permissions.includes('purchases.write') ? (
    <LinkButton to="/inventory/purchase-list/purchase-add-purchase" variant="primary">
      Add purchase
    </LinkButton>
  ) : null
  return (
    <>
      <PageHeader title="Purchases" actions={add} />
      <PurchasingTabs permissions={data.permissions} />
      <Panel flush>
        <FilterBar search="PO no., supplier or invoice">
          <FilterSelect name="kind" label="Kind" options={PURCHASE_KINDS} />
        </FilterBar>
        <DataTable
          caption="Purchases"
          columns={columnsOf(data.currency)}
          rows={data.rows}
          rowKey={(row) => row.id}
          rowLink={(row) => `/inventory/purchase-list/${row.id}`}
          empty={
            data.filtered ? (
              <EmptyState title="No purchase matches">
                Try a shorter word, or clear the filters.
              </EmptyState>
            ) : (
              <EmptyState title="No purchases yet" action={add}>
                A purchase raises stock and may set a new live SRP.
              </EmptyState>
            )
          }
          footer={<Pager newer={data.newer} older={data.older} />}
        />
      </Panel>
    </>
  )
}
