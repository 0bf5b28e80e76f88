import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { namesOf } from '~/modules/people/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { readOrder } from '~/platform/db/orders'
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
import { CountBadge } from './components/CountBadge'
import { VarianceSum } from './components/Variance'
import { COUNT_ORDERS, listCounts } from './queries.server'
import { COUNT_STATUSES, readCountStatus, STATUS_NAMES } from './schema'

export const meta: MetaFunction = () => [{ title: 'Stock counts · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'counts.write', 'counts.decide')
  const { keyset, order } = readOrder(request.url, COUNT_ORDERS)
  const status = readCountStatus(request.url)
  const [page, names] = await Promise.all([
    listCounts(db, project.projectId, keyset, status),
    namesOf(db, project.projectId),
  ])
  const name = (id: string | null) => (id && names.get(id)) ?? null
  return {
    ...page,
    order,
    rows: page.rows.map((count) => ({
      ...count,
      // The user responsible for the status: who submitted or decided the count, else who created
      // it.
      by: name(
        count.status === 'submitted'
          ? count.submittedBy
          : count.status === 'open'
            ? count.createdBy
            : count.decidedBy,
      ),
    })),
    filtered: status !== null,
    currency: project.currency,
    permissions: project.permissions,
  }
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

function columnsOf({ currency, permissions }: Data): Column<Data['rows'][number]>[] {
  const columns: Column<Data['rows'][number]>[] = [
    { key: 'title', header: 'Count', phone: 'title', grow: true, cell: (row) => row.title },
    {
      key: 'date',
      header: 'Date',
      cell: (row) => <DateText value={row.countedOn} />,
    },
    {
      key: 'category',
      tablet: 'hide',
      header: 'Category',
      cell: (row) => row.category ?? 'All products',
    },
    { key: 'status', header: 'Status', cell: (row) => <CountBadge status={row.status} /> },
    { key: 'by', tablet: 'hide', header: 'By', cell: (row) => row.by ?? '–' },
    {
      key: 'counted',
      header: 'Counted',
      align: 'end',
      cell: (row) => (
        <span className="figures">
          {row.counted.toLocaleString('en-US')} of {row.lines.toLocaleString('en-US')}
        </span>
      ),
    },
    {
      key: 'variance',
      header: 'Variance',
      align: 'end',
      cell: (row) => <VarianceSum surplus={row.surplus} missing={row.missing} />,
    },
    {
      key: 'cost',
      header: `Value at cost (${currency})`,
      phone: 'amount',
      align: 'end',
      cell: (row) => <Money value={row.costValue} />,
    },
    {
      key: 'srp',
      header: `Value at SRP (${currency})`,
      align: 'end',
      cell: (row) => <Money value={row.srpValue} />,
      phone: 'hide',
    },
  ]
  return columns.filter(({ key }) => key !== 'cost' || permissions.includes('costs.read'))
}

/** Lists all counts: in progress, pending a decision, and posted. */
export default function CountList() {
  const link = useListLink()
  const data = useLoaderData<typeof loader>()
  const columns = columnsOf(data)
  const add = data.permissions.includes('counts.write') ? (
    <LinkButton to={paths.inventory.addCount} variant="primary">
      <Icon name="plus" />
      New stock count
    </LinkButton>
  ) : null
  return (
    <>
      <PageHeader
        tabs={<PurchasingTabs permissions={data.permissions} />}
        badges={<ClosedBadge />}
        title="Stock counts"
        actions={add}
        more={<FileLinks />}
      />
      <Panel flush>
        <FilterBar
          columns={columns}
          order={data.order}
          views="stock_counts"
          arrange
          presets={[{ label: 'For approval', search: 'status=submitted' }]}
        >
          <FilterSelect
            name="status"
            label="Status"
            options={COUNT_STATUSES.map((value) => ({ value, label: STATUS_NAMES[value] }))}
          />
        </FilterBar>
        <DataTable
          caption="Stock counts"
          columns={columns}
          order={data.order}
          rows={data.rows}
          count={data.count}
          rowKey={(row) => row.id}
          rowLink={(row) => link(paths.inventory.count(row.id), row)}
          empty={
            data.filtered ? (
              <EmptyState title="No results">Select another status.</EmptyState>
            ) : (
              <EmptyState title="No counts yet" action={add}>
                A count compares actual with book quantities. Variances are posted once approved.
              </EmptyState>
            )
          }
          footer={<Pager newer={data.newer} older={data.older} />}
        />
      </Panel>
    </>
  )
}
