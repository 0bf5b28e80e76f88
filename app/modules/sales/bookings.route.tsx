import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { listAgents, namesOf } from '~/modules/people/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import type { Permission } from '~/platform/access/permissions'
import { rows } from '~/platform/db/command.server'
import { readOrder } from '~/platform/db/orders'
import type { Db } from '~/platform/request/context'
import { LinkButton } from '~/ui/Button'
import { ClosedBadge } from '~/ui/ClosedThrough'
import { EmptyState } from '~/ui/EmptyState'
import { FileLinks } from '~/ui/FileLinks'
import { FilterBar, FilterCheck, FilterSelect } from '~/ui/FilterBar'
import { FilterPeriod } from '~/ui/FilterPeriod'
import { Icon } from '~/ui/Icon'
import { MenuLink } from '~/ui/Menu'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { useListLink } from '~/ui/useListLink'
import { THIS_WEEK } from '~/ui/ViewChips'
import { BookingTable } from './components/BookingTable'
import { bookingColumns } from './components/booking-columns'
import { SalesTabs } from './components/SalesTabs'
import { agentsNamed, BOOKING_ORDERS, readBookingFilters } from './filters'
import { listBookings, readBookingTotals } from './queries.server'
import { OPEN_STAGES, STAGES } from './schema'

export const meta: MetaFunction = () => [{ title: 'Bookings · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'bookings.read')
  const { projectId, permissions } = project
  const { keyset, order, sort } = readOrder(request.url, BOOKING_ORDERS)
  const filters = readBookingFilters(request.url)
  const people = namesOf(db, projectId)
  // Only a search needs the names before the query.
  const resolved = {
    ...filters,
    search_agents: filters.search ? agentsNamed(await people, filters.search) : [],
  }
  const [page, totals, agents, names, chosen] = await Promise.all([
    listBookings(db, projectId, keyset, { ...resolved, sort }),
    readBookingTotals(db, projectId, resolved),
    listAgents(db, projectId),
    people,
    Promise.all(CHOSEN.map((each) => readChosen(db, projectId, each, filters[each.name]))),
  ])
  return {
    ...page,
    rows: page.rows.map((booking) => ({ ...booking, agent: names.get(booking.agentId) ?? null })),
    order,
    totals,
    agents,
    chosen: chosen.filter((each) => each !== null),
    filtered: Object.values(filters).some(Boolean),
    currency: project.currency,
    permissions,
  }
}

/** The filters that links of other pages bring, with the columns that name a chosen record. */
const CHOSEN = [
  { name: 'customer', label: 'Customer', table: 'customers', columns: 'name' },
  { name: 'customer_group', label: 'Customer group', table: 'customer_groups', columns: 'name' },
  { name: 'product', label: 'Product', table: 'products', columns: 'material_code, description' },
  { name: 'price_list', label: 'Price list', table: 'price_lists', columns: 'name' },
  { name: 'purchase', label: 'SRP changed by', table: 'purchases', columns: 'po_no' },
] as const

/** Returns a chosen filter with its one option; null when it is not chosen. */
async function readChosen(
  db: Db,
  projectId: string,
  { name, label, table, columns }: (typeof CHOSEN)[number],
  value: string | null,
) {
  if (!value) return null
  // The types of the client know a table by its one name. A reader may not see the record.
  const of = db.from(table as 'customers').select(columns as 'name')
  const [found] = rows(await of.eq('project_id', projectId).eq('id', value))
  return {
    name,
    label,
    options: [{ value, label: found ? Object.values(found).join(' ') : label }],
  }
}

/** Lists bookings with their stage, newest first unless another order is chosen. */
export default function Bookings() {
  const link = useListLink()
  const data = useLoaderData<typeof loader>()
  const may = (permission: Permission) => data.permissions.includes(permission)
  const add = may('bookings.write') ? (
    <LinkButton to={paths.sales.addBooking} variant="primary">
      <Icon name="plus" />
      New booking
    </LinkButton>
  ) : null
  const columns = bookingColumns(data.currency, data.totals)
  return (
    <>
      <PageHeader
        tabs={<SalesTabs permissions={data.permissions} />}
        badges={<ClosedBadge />}
        title="Bookings"
        actions={add}
        more={
          <>
            <FileLinks />
            {may('bookings.archive') ? <MenuLink to={paths.sales.archive}>Archive</MenuLink> : null}
          </>
        }
      />
      <Panel flush>
        <FilterBar
          search="SO no., invoice, customer or agent"
          columns={columns}
          order={data.order}
          views="bookings"
          arrange
          presets={BUILT_IN}
        >
          <FilterSelect name="stage" label="Status" options={stageOptions} />
          <FilterSelect
            name="agent"
            label="Agent"
            options={data.agents.map((agent) => ({ value: agent.id, label: agent.name }))}
          />
          <FilterCheck name="mine" label="Mine" />
          {data.chosen.map((each) => (
            <FilterSelect key={each.name} {...each} />
          ))}
          <FilterPeriod what="Booked" />
          <FilterPeriod what="Delivered" prefix="delivered_" />
        </FilterBar>
        <BookingTable
          currency={data.currency}
          mayInvoice={may('invoicing.read')}
          mayDeliver={may('bookings.deliver')}
          caption="Bookings"
          columns={columns}
          rows={data.rows}
          rowKey={(booking) => booking.id}
          rowLink={(booking) => link(paths.sales.booking(booking.id), booking)}
          count={data.totals.bookings}
          order={data.order}
          empty={<NoBookings filtered={data.filtered} action={add} />}
          footer={<Pager newer={data.newer} older={data.older} />}
        />
      </Panel>
    </>
  )
}

const BUILT_IN = [
  { label: 'To validate', search: 'stage=pending' },
  { label: 'To deliver', search: 'stage=undelivered' },
  { label: 'Overdue', search: 'stage=overdue' },
  { label: 'Mine', search: 'mine=1' },
  THIS_WEEK,
]

const stageOptions = [...STAGES, ...OPEN_STAGES].map((stage) => ({
  value: stage,
  label: stage.charAt(0).toUpperCase() + stage.slice(1),
}))

function NoBookings({ filtered, action }: { filtered: boolean; action: ReactNode }) {
  if (filtered) {
    return (
      <EmptyState
        title="No results"
        action={<LinkButton to={paths.sales.bookings}>Show all</LinkButton>}
      >
        Remove a filter, or search for part of the number or name.
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No bookings yet" action={action}>
      {action
        ? 'Enter a sales order to see it here.'
        : 'Bookings appear here once they are entered and validated.'}
    </EmptyState>
  )
}
