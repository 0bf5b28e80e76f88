import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { readOrder, sortWhole, wholeOrders } from '~/platform/db/orders'
import { Badge, StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText } from '~/ui/Figures'
import { Icon } from '~/ui/Icon'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { PurchasingTabs } from '../components/PurchasingTabs'
import { PriceTabs } from './components/PriceTabs'
import { listPriceLists, type PriceList } from './queries.server'

export const meta: MetaFunction = () => [{ title: 'Price lists · Kalakal' }]

const ORDERS = wholeOrders({ name: 'text', from: 'day', floor: 'figure', status: 'text' })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'prices.read')
  const { sort, order } = readOrder(request.url, ORDERS)
  return {
    order,
    lists: sortWhole(await listPriceLists(db, project.projectId), sort, {
      name: ({ name }) => name,
      from: ({ validFrom }) => validFrom,
      floor: ({ floorPercent }) => (floorPercent === null ? null : Number(floorPercent)),
      status: ({ status }) => status,
    }),
    permissions: project.permissions,
  }
}

const columns: Column<PriceList>[] = [
  {
    key: 'name',
    header: 'Price list',
    phone: 'title',
    cell: ({ name, isDefault }) => (
      <>
        {name} {isDefault ? <Badge tone="accent">Default</Badge> : null}
      </>
    ),
  },
  { key: 'from', header: 'Valid from', cell: ({ validFrom }) => <DateText value={validFrom} /> },
  {
    key: 'floor',
    header: 'Floor',
    align: 'end',
    cell: ({ floorPercent }) => (floorPercent === null ? '–' : `${floorPercent}%`),
  },
  { key: 'status', header: 'Status', cell: ({ status }) => <StageBadge stage={status} /> },
]

/** Lists the price lists of the project. */
export default function PriceLists() {
  const { lists, order, permissions } = useLoaderData<typeof loader>()
  const add = permissions.includes('prices.write') ? (
    <LinkButton to={paths.inventory.addPriceList} variant="primary">
      <Icon name="plus" />
      Add price list
    </LinkButton>
  ) : null
  return (
    <>
      <PageHeader
        tabs={<PurchasingTabs permissions={permissions} />}
        title="Price lists"
        actions={add}
      />
      <PriceTabs />
      <Panel flush>
        <DataTable
          caption="Price lists"
          columns={columns}
          rows={lists}
          count={lists.length}
          order={order}
          rowKey={({ id }) => id}
          rowLink={({ id }) => paths.inventory.priceList(id)}
          empty={
            <EmptyState title="No price list yet" action={add}>
              Without one, bookings propose the current SRP to every customer.
            </EmptyState>
          }
        />
      </Panel>
    </>
  )
}
