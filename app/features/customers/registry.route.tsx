import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { namesOf } from '~/features/people/queries.server'
import { requirePermission } from '~/platform/guard.server'
import { readKeyset } from '~/platform/keyset'
import { LinkButton } from '~/ui/Button'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText } from '~/ui/Figures'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { CustomerTabs } from './components/CustomerTabs'
import { countCustomers, listCustomers } from './queries.server'

export const meta: MetaFunction = () => [{ title: 'Customer requests · Kalakal' }]

const PENDING = { search: null, status: 'pending', agentId: null }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'customers.read')
  const keyset = readKeyset(request.url, { by: 'date_added' })
  const page = await listCustomers(db, project.projectId, keyset, PENDING)
  const names = await namesOf(db, project.projectId)
  return {
    ...page,
    rows: page.rows.map((customer) => ({
      ...customer,
      agent: names.get(customer.agentId) ?? '–',
      requestedBy: names.get(customer.createdBy ?? '') ?? '–',
    })),
    count: await countCustomers(db, project.projectId, PENDING),
    mayRequest: project.permissions.includes('customers.request'),
    mayDecide: project.permissions.includes('customers.decide'),
  }
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

function columnsOf(mayDecide: boolean): Column<Data['rows'][number]>[] {
  return [
    { key: 'name', header: 'Name', cell: (row) => row.name },
    { key: 'store', header: 'Store', cell: (row) => row.storeName ?? '–' },
    { key: 'area', header: 'Area', cell: (row) => row.area ?? '–' },
    { key: 'agent', header: 'Agent', cell: (row) => row.agent, nowrap: true },
    { key: 'by', header: 'Requested by', cell: (row) => row.requestedBy, nowrap: true },
    { key: 'on', header: 'Requested', cell: (row) => <DateText value={row.dateAdded} /> },
    {
      key: 'decide',
      header: '',
      align: 'end',
      cell: () => <span className="text-accent">{mayDecide ? 'Approve or reject' : 'Look'}</span>,
    },
  ]
}

/** Requests that wait for a decision, oldest first. */
export default function CustomerRegistry() {
  const data = useLoaderData<typeof loader>()
  const add = data.mayRequest ? (
    <LinkButton to="/customers/customer-registry/customer-add-registry" variant="primary">
      Add customer
    </LinkButton>
  ) : null
  return (
    <>
      <PageHeader
        title="Customer requests"
        description="New customers wait here until finance approves them with a credit line and terms."
        actions={add}
      />
      <CustomerTabs />
      <Panel flush>
        <DataTable
          caption="Customer requests"
          columns={columnsOf(data.mayDecide)}
          rows={data.rows}
          count={data.count}
          rowKey={(row) => row.id}
          rowLink={(row) => `/customers/customer-list/${row.id}`}
          empty={
            <EmptyState title="Nothing waits" action={add}>
              Customers that agents ask for appear here, oldest first.
            </EmptyState>
          }
          footer={<Pager newer={data.newer} older={data.older} labels={['Back', 'More']} />}
        />
      </Panel>
    </>
  )
}
