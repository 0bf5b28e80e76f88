import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readLetterhead } from '~/modules/logos/letterhead.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { BY_ROW_KEY, readKeyset } from '~/platform/db/keyset'
import { today } from '~/platform/values/dates'
import { EmptyState } from '~/ui/EmptyState'
import { DateText, Money } from '~/ui/Figures'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { PaperActions } from '~/ui/PaperChoice'
import { PrintSheet, SheetTable } from '~/ui/PrintSheet'
import { queryOf, readDeliveryFilters } from './filters'
import { type Delivery, readDayList } from './queries.server'

export const meta: MetaFunction = () => [{ title: 'Delivery manifest · Kalakal' }]

/** The most bookings that one print takes; the list says when there are more. */
const SIZE = 999

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'bookings.deliver')
  const { projectId } = project
  const day = today(project.timeZone)
  const filters = readDeliveryFilters(request.url, day)
  const keyset = readKeyset(request.url, { ...BY_ROW_KEY, size: SIZE })
  const [{ rows: deliveries, sums }, letterhead] = await Promise.all([
    readDayList(db, projectId, filters, keyset),
    readLetterhead(db, project),
  ])
  return {
    filters,
    deliveries,
    ...sums,
    letterhead,
    currency: project.currency,
    day: filters.on ?? day,
  }
}

/** Prints the delivery manifest: a sheet for each agent, by area, with space to sign. */
export default function DayList() {
  const { filters, deliveries, groups, letterhead, currency, day, bookings } =
    useLoaderData<typeof loader>()
  const done = filters.on !== undefined
  const agents = [...new Map(groups.map(({ agentId, agent }) => [agentId, agent]))]
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title="Delivery manifest"
          crumbs={[{ label: 'Delivery', to: `${paths.sales.delivery}?${queryOf(filters)}` }]}
          description={
            deliveries.length < bookings
              ? `The first ${deliveries.length} of ${bookings}: choose an agent for the rest.`
              : null
          }
          actions={<PaperActions />}
        />
      </div>
      {agents.length === 0 ? (
        <Panel>
          <EmptyState title={done ? 'No deliveries' : 'No open deliveries'} />
        </Panel>
      ) : null}
      {agents.map(([agentId, agent]) => (
        <PrintSheet
          key={agentId}
          letterhead={letterhead}
          batch={agents.length > 1}
          title="Delivery manifest"
          headerRight={
            <>
              <p className="font-semibold">{agent}</p>
              <DateText value={day} />
            </>
          }
        >
          {groups
            .filter((group) => group.agentId === agentId)
            .map(({ area, amount }) => (
              <section key={area} aria-label={area ?? 'No area'}>
                <h3 className="mb-1 font-semibold">{area ?? 'No area'}</h3>
                <SheetTable
                  rows={deliveries.filter((each) => each.agentId === agentId && each.area === area)}
                  rowKey={(each) => each.id}
                  columns={columnsOf(currency, done)}
                  sums={[{ label: 'Total', value: <Money value={amount} />, strong: true }]}
                />
              </section>
            ))}
        </PrintSheet>
      ))}
    </>
  )
}

function columnsOf(currency: string, done: boolean) {
  const signed = {
    key: 'signed',
    header: 'Received by',
    className: 'min-w-28',
    cell: ({ onHold }: Delivery) => (onHold ? 'ON HOLD' : null),
  }
  return [
    {
      key: 'so',
      header: 'SO no.',
      className: 'whitespace-nowrap',
      cell: ({ soNo }: Delivery) => soNo,
    },
    {
      key: 'invoice',
      header: 'Invoice no.',
      className: 'whitespace-nowrap',
      cell: ({ invoiceNo }: Delivery) => invoiceNo ?? '–',
    },
    { key: 'customer', header: 'Customer', cell: ({ customerName }: Delivery) => customerName },
    { key: 'to', header: 'Deliver to', cell: ({ deliverTo }: Delivery) => deliverTo ?? '–' },
    ...(done ? [] : [signed]),
    {
      key: 'amount',
      header: `Amount (${currency})`,
      align: 'end' as const,
      cell: ({ amount }: Delivery) => <Money value={amount} />,
    },
  ]
}
