import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listAgentsEver, namesOf } from '~/modules/people/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { readOrder } from '~/platform/db/orders'
import { LinkButton } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { FileLinks } from '~/ui/FileLinks'
import { FilterBar, FilterSelect } from '~/ui/FilterBar'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { CustomerTabs } from '../components/CustomerTabs'
import { TransferTable, transferColumns } from './components/TransferTable'
import { readTransferFilters, TRANSFER_ORDERS } from './filters'
import { listTransfers } from './queries.server'

export const meta: MetaFunction = () => [{ title: 'Customer transfers · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'customers.read')
  const { projectId } = project
  const filters = readTransferFilters(request.url)
  const { keyset, order } = readOrder(request.url, TRANSFER_ORDERS)
  const [page, agents, names] = await Promise.all([
    listTransfers(db, projectId, keyset, filters),
    listAgentsEver(db, projectId),
    namesOf(db, projectId),
  ])
  return {
    ...page,
    order,
    agents: agents.map(({ id, name }) => ({ value: id, label: name })),
    names: Object.fromEntries(names),
    filtered: Object.values(filters).some(Boolean),
    timeZone: project.timeZone,
    mayTransfer: project.permissions.includes('customers.transfer'),
  }
}

/** Lists the transfers of customers between agents, the latest first. */
export default function Transfers() {
  const data = useLoaderData<typeof loader>()
  const add = data.mayTransfer ? (
    <LinkButton to={paths.customers.addTransfer} variant="primary">
      Transfer customers
    </LinkButton>
  ) : null
  return (
    <>
      <PageHeader
        tabs={<CustomerTabs />}
        title="Customer transfers"
        description="Reassignments between agents. Past sales stay with the original agent."
        actions={add}
        more={<FileLinks />}
      />
      <Panel flush>
        <FilterBar
          search="Customer or store"
          columns={transferColumns(data)}
          order={data.order}
          views="transfers"
          arrange
        >
          <FilterSelect name="agent" label="From or to agent" options={data.agents} />
        </FilterBar>
        <TransferTable
          transfers={data.rows}
          names={data.names}
          timeZone={data.timeZone}
          count={data.count}
          order={data.order}
          empty={
            data.filtered ? (
              <EmptyState title="No results">Try a shorter word, or clear the filters.</EmptyState>
            ) : (
              <EmptyState title="No transfers yet" action={add}>
                Customer reassignments are listed here.
              </EmptyState>
            )
          }
          footer={<Pager newer={data.newer} older={data.older} />}
        />
      </Panel>
    </>
  )
}
