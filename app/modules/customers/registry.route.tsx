import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { namesOf } from '~/modules/people/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { readOrder } from '~/platform/db/orders'
import { LinkButton } from '~/ui/Button'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText } from '~/ui/Figures'
import { FileLinks } from '~/ui/FileLinks'
import { Icon } from '~/ui/Icon'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { useListLink } from '~/ui/useListLink'
import { DuplicateLink } from './components/CustomerDuplicateWarning'
import { CustomerTabs } from './components/CustomerTabs'
import { findRequestDuplicates } from './duplicates.server'
import { CUSTOMER_REQUEST_ORDERS, WAITING } from './filters'
import { listCustomers, readCustomerTotals } from './list.server'

export const meta: MetaFunction = () => [{ title: 'Customer requests · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'customers.read')
  const { projectId } = project
  const { keyset, sort, order } = readOrder(request.url, CUSTOMER_REQUEST_ORDERS)
  const [page, totals, names] = await Promise.all([
    listCustomers(db, projectId, keyset, { filters: WAITING, sort }),
    readCustomerTotals(db, projectId, WAITING),
    namesOf(db, projectId),
  ])
  const duplicates = await findRequestDuplicates(db, projectId, page.rows)
  return {
    ...page,
    rows: page.rows.map((customer) => ({
      ...customer,
      requestedBy: names.get(customer.createdBy ?? '') ?? '–',
      duplicates: duplicates.get(customer.id) ?? [],
    })),
    order,
    count: totals.customers,
    mayRequest: project.permissions.includes('customers.request'),
  }
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

const COLUMNS: readonly Column<Data['rows'][number]>[] = [
  { key: 'name', header: 'Name', grow: true, cell: (row) => row.name },
  { key: 'store', header: 'Store', grow: true, cell: (row) => row.storeName ?? '–' },
  { key: 'area', header: 'Area', cell: (row) => row.area ?? '–' },
  { key: 'tin', tablet: 'hide', header: 'TIN', cell: (row) => row.tinNo ?? '–' },
  { key: 'agent', header: 'Agent', cell: (row) => row.agent },
  {
    key: 'duplicates',
    header: 'Possible duplicates',
    grow: true,
    cell: (row) =>
      row.duplicates.length === 0 ? (
        <span className="text-muted">None</span>
      ) : (
        <ul className="text-warn">
          {row.duplicates.map((duplicate) => (
            <li key={duplicate.id}>
              <DuplicateLink duplicate={duplicate} />: {duplicate.why}
            </li>
          ))}
        </ul>
      ),
  },
  { key: 'by', header: 'Requested by', cell: (row) => row.requestedBy },
  { key: 'added', header: 'Requested on', cell: (row) => <DateText value={row.dateAdded} /> },
]

/** Lists pending requests, oldest first unless another order is chosen. */
export default function CustomerRegistry() {
  const link = useListLink()
  const data = useLoaderData<typeof loader>()
  const add = data.mayRequest ? (
    <LinkButton to={paths.customers.add} variant="primary">
      <Icon name="plus" />
      Add customer
    </LinkButton>
  ) : null
  return (
    <>
      <PageHeader
        tabs={<CustomerTabs />}
        title="Customer requests"
        description="New customers pending approval by finance, with credit limit and terms."
        actions={add}
        more={<FileLinks />}
      />
      <Panel flush>
        <DataTable
          caption="Customer requests"
          wide
          columns={COLUMNS}
          rows={data.rows}
          count={data.count}
          order={data.order}
          rowKey={(row) => row.id}
          rowLink={(row) => link(paths.customers.customer(row.id), row)}
          empty={
            <EmptyState title="No pending items" action={add}>
              Customers requested by agents are listed here, oldest first.
            </EmptyState>
          }
          footer={<Pager newer={data.newer} older={data.older} labels={['Back', 'More']} />}
        />
      </Panel>
    </>
  )
}
