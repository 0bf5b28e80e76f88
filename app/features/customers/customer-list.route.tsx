import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listAgents, namesOf } from '~/features/people/queries.server'
import { requirePermission } from '~/platform/guard.server'
import { readKeyset } from '~/platform/keyset'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { FilterBar, FilterSelect } from '~/ui/FilterBar'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { CreditLine, termsText } from './components/CreditLine'
import { CustomerTabs } from './components/CustomerTabs'
import { type CustomerFilters, countCustomers, listCustomers } from './queries.server'
import { CUSTOMER_STATUSES } from './schema'

export const meta: MetaFunction = () => [{ title: 'Customers · Kalakal' }]

const UUID = /^[0-9a-f-]{36}$/i

function readFilters(url: string): CustomerFilters {
  const search = new URL(url).searchParams
  const status = search.get('status')
  const agent = search.get('agent')
  return {
    search: search.get('q')?.trim() || null,
    status: CUSTOMER_STATUSES.find((known) => known === status) ?? null,
    agentId: agent && UUID.test(agent) ? agent : null,
  }
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'customers.read')
  const filters = readFilters(request.url)
  const page = await listCustomers(
    db,
    project.projectId,
    readKeyset(request.url, { by: 'sort_key' }),
    filters,
  )
  const names = await namesOf(db, project.projectId)
  return {
    ...page,
    rows: page.rows.map((customer) => ({ ...customer, agent: names.get(customer.agentId) ?? '–' })),
    count: await countCustomers(db, project.projectId, filters),
    agents: await listAgents(db, project.projectId),
    filtered: Object.values(filters).some(Boolean),
    currency: project.currency,
    mayRequest: project.permissions.includes('customers.request'),
  }
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

const statuses = CUSTOMER_STATUSES.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}))

function columnsOf(currency: string): Column<Data['rows'][number]>[] {
  return [
    { key: 'name', header: 'Name', cell: (row) => row.name },
    { key: 'store', header: 'Store', cell: (row) => row.storeName ?? '–' },
    { key: 'area', header: 'Area', cell: (row) => row.area ?? '–' },
    { key: 'agent', header: 'Agent', cell: (row) => row.agent, nowrap: true },
    { key: 'terms', header: 'Terms', cell: (row) => termsText(row.termsDays), nowrap: true },
    {
      key: 'credit',
      header: `Credit line (${currency})`,
      align: 'end',
      cell: (row) => <CreditLine value={row.creditLine} />,
    },
    { key: 'status', header: 'Status', cell: (row) => <StageBadge stage={row.status} /> },
  ]
}

/** Every customer of the project, by name. */
export default function CustomerList() {
  const data = useLoaderData<typeof loader>()
  const add = data.mayRequest ? (
    <LinkButton to="/customers/customer-registry/customer-add-registry" variant="primary">
      Add customer
    </LinkButton>
  ) : null
  return (
    <>
      <PageHeader title="Customers" actions={add} />
      <CustomerTabs />
      <Panel flush>
        <FilterBar search="Name, store, area or TIN">
          <FilterSelect name="status" label="Status" options={statuses} />
          <FilterSelect
            name="agent"
            label="Agent"
            options={data.agents.map((agent) => ({ value: agent.id, label: agent.name }))}
          />
        </FilterBar>
        <DataTable
          caption="Customers"
          columns={columnsOf(data.currency)}
          rows={data.rows}
          count={data.count}
          rowKey={(row) => row.id}
          rowLink={(row) => `/customers/customer-list/${row.id}`}
          empty={
            data.filtered ? (
              <EmptyState title="No customer matches">
                Try a shorter word, or clear the filters.
              </EmptyState>
            ) : (
              <EmptyState title="No customers yet" action={add}>
                Stores that buy are listed here with their agent, terms and credit line.
              </EmptyState>
            )
          }
          footer={<Pager newer={data.newer} older={data.older} labels={['Back', 'More']} />}
        />
      </Panel>
    </>
  )
}
