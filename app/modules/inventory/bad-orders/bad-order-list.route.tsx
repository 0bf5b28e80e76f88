import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { readOrder } from '~/platform/db/orders'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { ClosedBadge } from '~/ui/ClosedThrough'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText, Money } from '~/ui/Figures'
import { FileLinks } from '~/ui/FileLinks'
import { FilterBar, FilterSelect } from '~/ui/FilterBar'
import { Icon } from '~/ui/Icon'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { useListLink } from '~/ui/useListLink'
import { PurchasingTabs } from '../components/PurchasingTabs'
import { BAD_ORDER_KINDS, BAD_ORDER_STATUSES, badOrderKind } from './labels'
import { BAD_ORDER_ORDERS, badOrderFilters, listBadOrders } from './queries.server'

export const meta: MetaFunction = () => [{ title: 'Bad orders · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'stock.movements')
  const filters = badOrderFilters(request.url)
  const { keyset, sort, order } = readOrder(request.url, BAD_ORDER_ORDERS)
  return {
    ...(await listBadOrders(db, project.projectId, keyset, { ...filters, sort })),
    order,
    filtered: Object.values(filters).some(Boolean),
    permissions: project.permissions,
    currency: project.currency,
  }
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

function columnsOf({ currency, permissions }: Data): Column<Data['rows'][number]>[] {
  const columns: Column<Data['rows'][number]>[] = [
    { key: 'no', header: 'Number', cell: (row) => row.no },
    { key: 'on', header: 'Date', cell: (row) => <DateText value={row.onDate} /> },
    { key: 'kind', header: 'Type', cell: (row) => badOrderKind(row.kind) },
    { key: 'reason', header: 'Reason', cell: (row) => row.reason },
    { key: 'status', header: 'Status', cell: (row) => <StageBadge stage={row.status} /> },
    { key: 'by', tablet: 'hide', header: 'By', cell: (row) => row.by ?? '–' },
    {
      key: 'pieces',
      header: 'Pieces',
      align: 'end',
      cell: (row) => <span className="figures">{row.pieces.toLocaleString('en-US')}</span>,
    },
    {
      key: 'cost',
      header: `Written off (${currency})`,
      phone: 'amount',
      align: 'end',
      cell: (row) => (row.cost === null ? null : <Money value={row.cost} />),
    },
  ]
  return columns.filter(({ key }) => key !== 'cost' || permissions.includes('costs.read'))
}

/** Lists what was moved to bad orders and back, and what was written off. */
export default function BadOrderList() {
  const link = useListLink()
  const data = useLoaderData<typeof loader>()
  const columns = columnsOf(data)
  const add = data.permissions.includes('counts.write') ? (
    <LinkButton to={paths.inventory.addBadOrder} variant="primary">
      <Icon name="plus" />
      New record
    </LinkButton>
  ) : null
  return (
    <>
      <PageHeader
        tabs={<PurchasingTabs permissions={data.permissions} />}
        badges={<ClosedBadge />}
        title="Bad orders"
        description="Goods on hand that cannot be sold. The inventory report shows them separately."
        actions={add}
        more={<FileLinks />}
      />
      <Panel flush>
        <FilterBar
          search="Number or reason"
          columns={columns}
          order={data.order}
          views="bad_orders"
          arrange
          presets={[{ label: 'Pending', search: 'status=pending' }]}
        >
          <FilterSelect
            name="kind"
            label="Type"
            options={BAD_ORDER_KINDS.map(({ value }) => ({ value, label: badOrderKind(value) }))}
          />
          <FilterSelect name="status" label="Status" options={BAD_ORDER_STATUSES} />
        </FilterBar>
        <DataTable
          caption="Bad orders"
          columns={columns}
          order={data.order}
          rows={data.rows}
          count={data.count}
          rowKey={(row) => row.id}
          rowLink={(row) => link(paths.inventory.badOrder(row.id), row)}
          empty={
            data.filtered ? (
              <EmptyState
                title="No results"
                action={<LinkButton to={paths.inventory.badOrders}>Show all</LinkButton>}
              >
                Try another number, or clear the filters.
              </EmptyState>
            ) : (
              <EmptyState title="No bad orders yet" action={add}>
                Damaged or expired goods are moved here and written off on disposal.
              </EmptyState>
            )
          }
          footer={data.newer || data.older ? <Pager newer={data.newer} older={data.older} /> : null}
        />
      </Panel>
    </>
  )
}
