import type { SubmissionResult } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { namesOf } from '~/features/people/queries.server'
import { today } from '~/platform/dates'
import { problem } from '~/platform/errors'
import { newOp, readForm, readOp } from '~/platform/form.server'
import { requirePermission } from '~/platform/guard.server'
import { addMoney } from '~/platform/money'
import { redirectWithToast } from '~/platform/toast.server'
import { LinkButton } from '~/ui/Button'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { DateText, Money } from '~/ui/Figures'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { Tabs } from '~/ui/Tabs'
import { ACT_PERMISSION } from '../acts'
import { DONE, performAct } from '../booking-acts.server'
import { SalesTabs } from '../components/SalesTabs'
import { countQueues, listQueue, type Queue, readSoNo } from '../queries.server'
import { DeliverRow, InvoiceRow } from './components/QueueForms'

export const meta: MetaFunction = () => [{ title: 'Invoicing · Kalakal' }]

const QUEUES: Record<Queue, { label: string; empty: string }> = {
  'to-invoice': {
    label: 'To invoice',
    empty: 'Validated bookings wait here for their invoice number.',
  },
  'to-deliver': {
    label: 'Invoiced, to deliver',
    empty: 'Invoiced bookings wait here until they are delivered.',
  },
  delivered: {
    label: 'Delivered, not invoiced',
    empty: 'What was delivered before it had an invoice number shows up here.',
  },
}

function readQueue(url: string): Queue {
  const asked = new URL(url).searchParams.get('queue')
  return asked !== null && Object.hasOwn(QUEUES, asked) ? (asked as Queue) : 'to-invoice'
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'invoicing.read')
  const { projectId, permissions } = project
  const queue = readQueue(request.url)
  const names = await namesOf(db, projectId)
  const found = await listQueue(db, projectId, queue)
  return {
    queue,
    counts: await countQueues(db, projectId),
    rows: found.map((booking) => ({
      ...booking,
      agent: names.get(booking.agentId) ?? null,
      op: newOp(),
    })),
    project: projectId,
    today: today(project.timeZone),
    permissions,
    may: {
      invoice: permissions.includes('invoicing.write'),
      deliver: permissions.includes('bookings.deliver'),
      book: permissions.includes('bookings.write'),
    },
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { db, project } = await requirePermission(context, 'invoicing.read')
  const form = await readForm(request, project)
  const intent = form.get('intent')
  const bookingId = form.get('booking')
  if ((intent !== 'invoice' && intent !== 'deliver') || typeof bookingId !== 'string') {
    throw problem(400)
  }
  await requirePermission(context, ACT_PERMISSION[intent])
  const { projectId } = project
  const soNo = await readSoNo(db, projectId, bookingId)
  const refused = await performAct(db, { projectId, op: readOp(form), bookingId }, intent, form)
  if (refused) return refused
  const queue = readQueue(request.url)
  return redirectWithToast(`/sales/sales-invoicing?queue=${queue}`, `${soNo} ${DONE[intent]}`)
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>
type Row = Data['rows'][number]

export default function Invoicing() {
  const data = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>() as SubmissionResult<string[]> | undefined
  useNextRow(data.rows.length)
  const gone = !data.rows.some(({ id }) => id === lastResult?.initialValue?.booking)
  return (
    <>
      <PageHeader
        title="Invoicing"
        actions={
          data.may.book ? <LinkButton to="/sales/bookings/add">New booking</LinkButton> : null
        }
      />
      <SalesTabs permissions={data.permissions} />
      <Tabs
        label="Waiting"
        items={Object.entries(QUEUES).map(([queue, { label }]) => ({
          label,
          to: `/sales/sales-invoicing?queue=${queue}`,
          current: queue === data.queue,
          count: data.counts[queue as Queue],
        }))}
      />
      {/* Someone was faster: the row has left this queue, the answer has not. */}
      {gone && lastResult?.error ? (
        <ErrorBanner errors={Object.values(lastResult.error).flatMap((errors) => errors ?? [])} />
      ) : null}
      <Panel flush>
        <DataTable
          key={data.queue}
          caption={QUEUES[data.queue].label}
          columns={columnsOf(data, lastResult)}
          rows={data.rows}
          rowKey={(booking) => booking.id}
          rowLink={(booking) => `/sales/bookings/${booking.id}`}
          count={data.counts[data.queue]}
          empty={<EmptyState title="Nothing waits here">{QUEUES[data.queue].empty}</EmptyState>}
        />
      </Panel>
    </>
  )
}

/** When a row is done and leaves, the cursor goes to the next number, so that none needs the mouse. */
function useNextRow(count: number) {
  const before = useRef(count)
  useEffect(() => {
    if (count < before.current) document.querySelector<HTMLElement>('[name=invoice_no]')?.focus()
    before.current = count
  }, [count])
}

function columnsOf(data: Data, lastResult: SubmissionResult<string[]> | undefined): Column<Row>[] {
  const delivers = data.queue === 'to-deliver'
  const may = delivers ? data.may.deliver : data.may.invoice
  const RowForm = delivers ? DeliverRow : InvoiceRow
  const form: Column<Row> = {
    key: 'act',
    header: delivers ? 'Delivered on' : 'Invoice no. and date',
    // Above the row's link, which covers the row.
    className: 'relative w-full',
    cell: (booking) => (
      <RowForm
        key={booking.version}
        {...{ booking, lastResult, project: data.project, today: data.today }}
      />
    ),
  }
  return [
    {
      key: 'so',
      header: 'SO no.',
      cell: (booking) => <span className="figures whitespace-nowrap">{booking.soNo}</span>,
      total: 'Total of these',
    },
    {
      key: 'customer',
      header: 'Customer',
      cell: (booking) => booking.customerName,
    },
    { key: 'agent', header: 'Agent', cell: (booking) => booking.agent ?? '–' },
    { key: 'added', header: 'Added', cell: (booking) => <DateText value={booking.dateAdded} /> },
    delivers
      ? { key: 'invoice', header: 'Invoice no.', cell: (booking: Row) => booking.invoiceNo }
      : {
          key: 'delivered',
          header: 'Delivered',
          cell: (booking: Row) => <DateText value={booking.dateDelivered} />,
        },
    {
      key: 'total',
      header: 'Total',
      align: 'end',
      cell: (booking) => <Money value={booking.total} />,
      total: <Money value={addMoney(...data.rows.map((booking) => booking.total))} />,
    },
    ...(may ? [form] : []),
  ]
}
