import type { SubmissionResult } from '@conform-to/react'
import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useRef } from 'react'
import { listAgents, namesOf } from '~/modules/people/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import type { InvoicedBatch } from '~/platform/db/command-types'
import { readOrder } from '~/platform/db/orders'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { readSearchParams } from '~/platform/request/search-params'
import { today } from '~/platform/values/dates'
import { LinkButton } from '~/ui/Button'
import { ClosedBadge } from '~/ui/ClosedThrough'
import { ErrorBanner, sentencesOf } from '~/ui/ErrorBanner'
import { FilterBar, FilterSelect } from '~/ui/FilterBar'
import { Icon } from '~/ui/Icon'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { Tabs } from '~/ui/Tabs'
import { useNextRow } from '~/ui/useNextRow'
import { bookingIntents, bookingRef } from '../booking-actions.server'
import { SalesTabs } from '../components/SalesTabs'
import { batchIntent } from './batch.server'
import { BATCH, BatchForm } from './components/BatchForm'
import { BatchResult } from './components/BatchResult'
import { QueueTable } from './components/QueueTable'
import { readForms, readNextNumber } from './numbers.server'
import { listQueue, readQueues } from './queries.server'
import { QUEUE_HEADERS, QUEUE_ORDERS, QUEUES, type Queue, readQueue } from './queues'

export const meta: MetaFunction = () => [{ title: 'Invoices · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'invoicing.read')
  const { projectId, permissions } = project
  const queue = readQueue(request.url)
  const url = new URL(request.url)
  const agentId = readSearchParams(url.searchParams).id('agent')
  const { keyset, sort, order } = readOrder(request.url, QUEUE_ORDERS)
  const invoices = permissions.includes('invoicing.write') && queue !== 'to-deliver'
  const [page, next, names, queues, agents] = await Promise.all([
    listQueue(db, projectId, keyset, { queue, agentId, sort }),
    invoices ? readNextNumber(db, projectId) : null,
    namesOf(db, projectId),
    readQueues(db, projectId, agentId),
    listAgents(db, projectId),
  ])
  const waiting = invoices ? page.rows.map(({ id }) => id) : []
  const forms = await readForms(db, projectId, waiting)
  // A later page whose rows are all done leads back to the first.
  if (page.rows.length === 0 && keyset.cursor) throw redirect(addressOf(url, []))
  return {
    queue,
    queues,
    agents,
    agentId,
    ...page,
    order,
    rows: page.rows.map((booking, index) => ({
      ...booking,
      agent: names.get(booking.agentId) ?? null,
      idempotencyKey: newIdempotencyKey(),
      proposed: index === 0 ? next : null,
      forms: forms.get(booking.id) ?? 1,
    })),
    next,
    batchIdempotencyKey: newIdempotencyKey(),
    project: projectId,
    currency: project.currency,
    today: today(project.timeZone),
    permissions,
    may: {
      invoice: permissions.includes('invoicing.write'),
      deliver: permissions.includes('bookings.deliver'),
      book: permissions.includes('bookings.write'),
    },
  }
}

/** Returns the address of this screen with queue, agent, order and the parameters of the given names. */
function addressOf({ searchParams }: URL, more: readonly string[] = ['after', 'before']): string {
  const kept = [...searchParams].filter(([name]) =>
    ['queue', 'agent', 'sort', ...more].includes(name),
  )
  return `${paths.sales.invoicing}?${new URLSearchParams(kept)}`
}

export const action = formActions({
  permission: 'invoicing.read',
  // A batch names its bookings itself.
  document: async ({ form, intent }) =>
    intent === BATCH ? { id: '' } : bookingRef(form.get('booking')),
  intents: (intent) => {
    const { invoice, deliver } = bookingIntents(intent, ({ url }) => addressOf(url))
    return {
      invoice,
      deliver,
      [BATCH]: batchIntent(intent),
    }
  },
})

type Answer = SubmissionResult<string[]> & { outcome?: InvoicedBatch }

export default function Invoicing() {
  const data = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>() as Answer | undefined
  const { queue, queues, rows } = data
  const box = useRef<HTMLDivElement>(null)
  const ids = rows.map(({ id }) => id)
  useNextRow(ids, { box, row: 'tbody tr', target: '[name=invoice_no], button[name=row]' })
  const batch = data.may.invoice && queue !== 'to-deliver' && rows.length > 0
  const typed = lastResult?.initialValue
  const gone = typed?.intent !== BATCH && !rows.some(({ id }) => id === typed?.booking)
  const address = (to: string) => {
    const search = new URLSearchParams({ queue: to, ...(data.agentId && { agent: data.agentId }) })
    return `${paths.sales.invoicing}?${search}`
  }
  return (
    <>
      <PageHeader
        tabs={<SalesTabs permissions={data.permissions} />}
        badges={<ClosedBadge />}
        title="Invoices"
        actions={
          <>
            <LinkButton to={paths.sales.invoiceNumbers}>Invoice numbers</LinkButton>
            {data.may.book ? (
              <LinkButton to={paths.sales.addBooking}>
                <Icon name="plus" />
                New booking
              </LinkButton>
            ) : null}
          </>
        }
      />
      <Tabs
        label="Waiting"
        items={Object.entries(QUEUES).map(([key, { label }]) => ({
          label,
          to: address(key),
          current: key === queue,
          count: queues[key as Queue].bookings,
        }))}
      />
      {lastResult?.outcome ? <BatchResult {...lastResult.outcome} /> : null}
      {/* Another user was faster: the row has left this queue, but its error is shown. */}
      <ErrorBanner errors={gone ? sentencesOf(lastResult) : null} />
      <Panel flush>
        <FilterBar keep={['queue']} columns={QUEUE_HEADERS} order={data.order} views="invoicing">
          <FilterSelect
            name="agent"
            label="Agent"
            options={data.agents.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </FilterBar>
        <div ref={box}>
          {batch ? (
            <BatchForm
              key={`${queue} ${data.next} ${lastResult?.outcome ? data.batchIdempotencyKey : ''}`}
              {...data}
              sums={queues[queue]}
              batchResult={lastResult?.outcome ? undefined : lastResult}
              lastResult={lastResult}
            />
          ) : (
            <QueueTable {...data} sums={queues[queue]} lastResult={lastResult} />
          )}
        </div>
      </Panel>
    </>
  )
}
