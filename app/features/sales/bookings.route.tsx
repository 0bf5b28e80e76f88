import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { listAgents, namesOf } from '~/features/people/queries.server'
import { parseDate } from '~/platform/dates'
import { requirePermission } from '~/platform/guard.server'
import { readKeyset } from '~/platform/keyset'
import { addMoney } from '~/platform/money'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText, Money } from '~/ui/Figures'
import { FilterBar, FilterDate, FilterSelect } from '~/ui/FilterBar'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { SalesTabs } from './components/SalesTabs'
import { type BookingFilters, listBookings } from './queries.server'
import { STAGES } from './schema'

export const meta: MetaFunction = () => [{ title: 'Bookings · Kalakal' }]

const UUID = /^[0-9a-f-]{36}$/i

function readFilters(url: string): BookingFilters {
  const search = new URL(url).searchParams
  const stage = search.get('stage')
  const agent = search.get('agent')
  return {
    search: search.get('q'),
    stage: STAGES.find((known) => known === stage) ?? null,
    agentId: agent && UUID.test(agent) ? agent : null,
    addedFrom: parseDate(search.get('from') ?? ''),
    addedTo: parseDate(search.get('to') ?? ''),
  }
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'bookings.read')
  const keyset = readKeyset(request.url, { by: 'date_added', descending: true })
  const filters = readFilters(request.url)
  const page = await listBookings(db, project.projectId, keyset, filters)
  const names = await namesOf(db, project.projectId)
  const may = (permission: (typeof project.permissions)[number]) =>
    project.permissions.includes(permission)
  return {
    ...page,
    rows: page.rows.map((booking) => ({ ...booking, agent: names.get(booking.agentId) ?? null })),
    agents: await listAgents(db, project.projectId),
    filtered: Object.values(filters).some(Boolean),
    currency: project.currency,
    may: { write: may('bookings.write'), invoicing: may('invoicing.read') },
  }
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>
type Booking = Data['rows'][number]

export default function Bookings() {
  const data = useLoaderData<typeof loader>()
  const add = (
    <LinkButton to="/sales/bookings/add" variant="primary">
      New booking
    </LinkButton>
  )
  return (
    <>
      <PageHeader title="Bookings" actions={data.may.write ? add : null} />
      <SalesTabs invoicing={data.may.invoicing} />
      <Panel flush>
        <FilterBar search="SO no., invoice no. or customer">
          <FilterSelect name="stage" label="Stage" options={stageOptions} />
          <FilterSelect
            name="agent"
            label="Agent"
            options={data.agents.map((agent) => ({ value: agent.id, label: agent.name }))}
          />
          <FilterDate name="from" label="Added from" />
          <FilterDate name="to" label="Added to" />
        </FilterBar>
        <DataTable
          caption="Bookings"
          columns={columnsOf(data)}
          rows={data.rows}
          rowKey={(booking) => booking.id}
          rowLink={(booking) => `/sales/bookings/${booking.id}`}
          empty={<NoBookings filtered={data.filtered} action={data.may.write ? add : null} />}
          footer={<Pager newer={data.newer} older={data.older} />}
        />
      </Panel>
    </>
  )
}

const stageOptions = STAGES.map((stage) => ({
  value: stage,
  label: stage.charAt(0).toUpperCase() + stage.slice(1),
}))

function columnsOf(data: Data): Column<Booking>[] {
  return [
    {
      key: 'so',
      header: 'SO no.',
      cell: (booking) => <span className="figures whitespace-nowrap">{booking.soNo}</span>,
      total: 'Totals of this page',
    },
    { key: 'stage', header: 'Stage', cell: (booking) => <StageBadge stage={booking.stage} /> },
    { key: 'invoice', header: 'Invoice no.', cell: (booking) => booking.invoiceNo ?? '–' },
    {
      key: 'customer',
      header: 'Customer',
      cell: (booking) => (
        <>
          {booking.customerName}
          {booking.storeName ? (
            <span className="block text-xs text-muted">{booking.storeName}</span>
          ) : null}
        </>
      ),
    },
    { key: 'agent', header: 'Agent', cell: (booking) => booking.agent ?? '–' },
    {
      key: 'added',
      header: 'Added',
      cell: (booking) => <DateText value={booking.dateAdded} />,
    },
    {
      key: 'delivered',
      header: 'Delivered',
      cell: (booking) => <DateText value={booking.dateDelivered} />,
    },
    {
      key: 'total',
      header: `Total (${data.currency})`,
      align: 'end',
      cell: (booking) => <Money value={booking.total} />,
      total: <Money value={addMoney(...data.rows.map((booking) => booking.total))} />,
    },
    {
      key: 'balance',
      header: 'Balance',
      align: 'end',
      cell: (booking) => <Money value={booking.balance} />,
      total: <Money value={addMoney(...data.rows.map((booking) => booking.balance))} />,
    },
  ]
}

function NoBookings({ filtered, action }: { filtered: boolean; action: ReactNode }) {
  if (filtered) {
    return (
      <EmptyState
        title="No booking fits"
        action={<LinkButton to="/sales/bookings">Show all</LinkButton>}
      >
        Take a filter away, or look for a part of the number or name.
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No bookings yet" action={action}>
      {action
        ? 'Enter what an agent sold to see it here.'
        : 'Bookings appear here once they are entered and validated.'}
    </EmptyState>
  )
}
