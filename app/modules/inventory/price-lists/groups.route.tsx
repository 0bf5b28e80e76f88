import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { readOrder, sortWhole, wholeOrders } from '~/platform/db/orders'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { Icon } from '~/ui/Icon'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { PurchasingTabs } from '../components/PurchasingTabs'
import { PriceTabs } from './components/PriceTabs'
import { listCustomerGroups, listPriceLists } from './queries.server'

export const meta: MetaFunction = () => [{ title: 'Customer groups · Kalakal' }]

const ORDERS = wholeOrders({ name: 'text', list: 'text', status: 'text' })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'prices.read')
  const { projectId, permissions } = project
  const [groups, lists] = await Promise.all([
    listCustomerGroups(db, projectId),
    listPriceLists(db, projectId),
  ])
  const nameOf = new Map(lists.map(({ id, name }) => [id, name]))
  const { sort, order } = readOrder(request.url, ORDERS)
  const named = groups.map((group) => ({
    ...group,
    list: group.priceListId ? (nameOf.get(group.priceListId) ?? null) : null,
  }))
  return {
    order,
    groups: sortWhole(named, sort, {
      name: ({ name }) => name,
      list: ({ list }) => list,
      status: ({ status }) => status,
    }),
    permissions,
  }
}

/** Lists the groups of customers with the price list by which they buy. */
export default function CustomerGroups() {
  const { groups, order, permissions } = useLoaderData<typeof loader>()
  const mayWrite = permissions.includes('prices.write')
  const add = mayWrite ? (
    <LinkButton to={paths.inventory.addCustomerGroup} variant="primary">
      <Icon name="plus" />
      Add group
    </LinkButton>
  ) : null
  return (
    <>
      <PageHeader
        tabs={<PurchasingTabs permissions={permissions} />}
        title="Customer groups"
        actions={add}
      />
      <PriceTabs />
      <Panel flush>
        <DataTable
          caption="Customer groups"
          columns={[
            { key: 'name', header: 'Group', phone: 'title', cell: ({ name }) => name },
            { key: 'list', header: 'Price list', cell: ({ list }) => list ?? 'The default list' },
            {
              key: 'status',
              header: 'Status',
              cell: ({ status }) => <StageBadge stage={status} />,
            },
          ]}
          rows={groups}
          count={groups.length}
          order={order}
          rowKey={({ id }) => id}
          rowLink={mayWrite ? ({ id }) => paths.inventory.customerGroup(id) : undefined}
          empty={
            <EmptyState title="No group yet" action={add}>
              Customers of a group, such as supermarkets, buy by one price list.
            </EmptyState>
          }
        />
      </Panel>
    </>
  )
}
