import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { namesOf } from '~/modules/people/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { readOrder } from '~/platform/db/orders'
import { LinkButton } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { FileLinks } from '~/ui/FileLinks'
import { FilterBar, FilterSelect } from '~/ui/FilterBar'
import { FilterPeriod } from '~/ui/FilterPeriod'
import { Icon } from '~/ui/Icon'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { THIS_WEEK } from '~/ui/ViewChips'
import { RequestTable, requestColumns } from './components/RequestTable'
import { REQUEST_KINDS, REQUEST_STATUSES } from './kinds'
import { listRequests, readRequestFilters, WAREHOUSE_REQUEST_ORDERS } from './queries.server'

export const meta: MetaFunction = () => [{ title: 'Warehouse requests · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'warehouse.read')
  const filters = readRequestFilters(request.url)
  const { keyset, order } = readOrder(request.url, WAREHOUSE_REQUEST_ORDERS)
  const page = await listRequests(db, project.projectId, keyset, filters)
  return {
    ...page,
    order,
    filtered: Object.values(filters).some(Boolean),
    names: Object.fromEntries(await namesOf(db, project.projectId)),
    mayAsk: project.permissions.includes('warehouse.write'),
  }
}

/** Lists the warehouse requests. */
export default function RequestList() {
  const { rows, count, names, newer, older, order, filtered, mayAsk } =
    useLoaderData<typeof loader>()
  const add = mayAsk ? (
    <LinkButton to={paths.warehouse.chooseBooking} variant="primary">
      <Icon name="plus" />
      New request
    </LinkButton>
  ) : null
  const empty = filtered ? (
    <EmptyState
      title="No results"
      action={<LinkButton to={paths.warehouse.requests}>Show all</LinkButton>}
    >
      Remove a filter, or search for part of the number or name.
    </EmptyState>
  ) : (
    <EmptyState title="No requests yet" action={add}>
      Requests to hold, reduce or return booked goods are listed here.
    </EmptyState>
  )
  return (
    <>
      <PageHeader title="Warehouse requests" actions={add} more={<FileLinks />} />
      <Panel flush>
        <FilterBar
          search="Request no., SO no. or customer"
          columns={requestColumns(names)}
          order={order}
          views="warehouse_requests"
          arrange
          presets={[{ label: 'Pending', search: 'status=pending' }, THIS_WEEK]}
        >
          <FilterSelect name="status" label="Status" options={REQUEST_STATUSES} />
          <FilterSelect name="kind" label="Type" options={REQUEST_KINDS} />
          <FilterPeriod what="Requested" />
        </FilterBar>
        <RequestTable
          caption="Warehouse requests"
          {...{ rows, count, names, empty, order }}
          footer={<Pager newer={newer} older={older} />}
        />
      </Panel>
    </>
  )
}
