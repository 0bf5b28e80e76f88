import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useLocation } from '@remix-run/react'
import { SalesTabs } from '~/modules/sales/components/SalesTabs'
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
import { FilterPeriod } from '~/ui/FilterPeriod'
import { Icon } from '~/ui/Icon'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { useListLink } from '~/ui/useListLink'
import { THIS_WEEK } from '~/ui/ViewChips'
import { MEMO_KINDS, MEMO_REASONS, MEMO_STATUSES, memoReason } from './labels'
import { listMemos, MEMO_ORDERS, memoFilters } from './queries.server'

export const meta: MetaFunction = () => [{ title: 'Memos · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'memos.read')
  const filters = memoFilters(request.url)
  const { keyset, sort, order } = readOrder(request.url, MEMO_ORDERS)
  return {
    ...(await listMemos(db, project.projectId, keyset, { ...filters, sort })),
    order,
    filtered: Object.values(filters).some(Boolean),
    permissions: project.permissions,
    currency: project.currency,
  }
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

function columnsOf(data: Data): Column<Data['rows'][number]>[] {
  return [
    {
      key: 'no',
      header: 'Memo no.',
      cell: (row) => row.memoNo,
      total: 'Total',
    },
    { key: 'on', header: 'Date', phone: 'show', cell: (row) => <DateText value={row.onDate} /> },
    {
      key: 'customer',
      header: 'Customer',
      grow: true,
      cell: (row) => row.customerName,
      total: 'approved only',
    },
    {
      key: 'store',
      tablet: 'hide',
      header: 'Store',
      grow: true,
      cell: (row) => row.storeName ?? '–',
    },
    {
      key: 'reason',
      header: 'Reason',
      cell: (row) => memoReason(row.reason),
    },
    { key: 'for', header: 'Document', cell: (row) => row.invoiceNo ?? row.soNo ?? '–' },
    {
      key: 'status',
      header: 'Status',
      phone: 'show',
      cell: (row) => <StageBadge stage={row.status} />,
    },
    {
      key: 'vat',
      tablet: 'hide',
      header: `VAT (${data.currency})`,
      align: 'end',
      cell: (row) => <Money value={row.vat} />,
      total: <Money value={data.creditVat} />,
    },
    {
      key: 'credit',
      header: 'Credit',
      phone: 'amount',
      align: 'end',
      cell: (row) => (row.kind === 'credit' ? <Money value={row.amount} /> : null),
      total: <Money value={data.credits} />,
    },
    {
      key: 'debit',
      header: 'Debit',
      phone: 'amount',
      align: 'end',
      cell: (row) => (row.kind === 'debit' ? <Money value={row.amount} /> : null),
      total: <Money value={data.debits} />,
    },
  ]
}

/** Lists credit memos and debit memos, newest first unless another order is chosen. */
export default function MemoList() {
  const link = useListLink()
  const data = useLoaderData<typeof loader>()
  const { search } = useLocation()
  const columns = columnsOf(data)
  const add = data.permissions.includes('memos.write') ? (
    <LinkButton to={paths.memos.add} variant="primary">
      <Icon name="plus" />
      New memo
    </LinkButton>
  ) : null
  return (
    <>
      <PageHeader
        tabs={<SalesTabs permissions={data.permissions} />}
        badges={<ClosedBadge />}
        title="Memos"
        actions={add}
        more={<FileLinks to={`${paths.memos.excel}${search}`} />}
      />
      <Panel flush>
        <FilterBar
          search="Memo no. or customer"
          columns={columns}
          order={data.order}
          views="memos"
          arrange
          presets={[{ label: 'Pending', search: 'status=pending' }, THIS_WEEK]}
        >
          <FilterSelect name="kind" label="Type" options={MEMO_KINDS} />
          <FilterSelect name="reason" label="Reason" options={MEMO_REASONS} />
          <FilterSelect name="status" label="Status" options={MEMO_STATUSES} />
          <FilterPeriod what="Memo date" />
        </FilterBar>
        <DataTable
          caption="Credit and debit memos"
          count={data.count}
          rows={data.rows}
          rowKey={(row) => row.id}
          rowLink={(row) => link(paths.memos.memo(row.id), row)}
          columns={columns}
          order={data.order}
          empty={
            data.filtered ? (
              <EmptyState
                title="No results"
                action={<LinkButton to={paths.memos.list}>Show all</LinkButton>}
              >
                Try another number, or clear the filters.
              </EmptyState>
            ) : (
              <EmptyState title="No memos yet" action={add}>
                Returned goods, allowances, write-offs and fees are listed here.
              </EmptyState>
            )
          }
          footer={<Pager newer={data.newer} older={data.older} />}
        />
      </Panel>
    </>
  )
}
