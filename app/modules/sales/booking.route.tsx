import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { HistoryPanel } from '~/modules/audit/components/HistoryPanel'
import { readHistory } from '~/modules/audit/trail.server'
import { readCustomerPosition } from '~/modules/customers/queries.server'
import { namesOf } from '~/modules/people/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import type { Permission } from '~/platform/access/permissions'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { today } from '~/platform/values/dates'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { DocumentHead } from '~/ui/DocumentHead'
import { ErrorBanner, orphanErrors } from '~/ui/ErrorBanner'
import { Panel } from '~/ui/Panel'
import { BOOKING_ACTIONS, type BookingIntent, canCollect, openBookingActions } from './actions'
import { bookingIntents, readBookingRef } from './booking-actions.server'
import type { ActionProps } from './components/action-props'
import { BookingActions } from './components/BookingActions'
import { BookingCollections } from './components/BookingCollections'
import { BookingFacts, BookingFigures } from './components/BookingFacts'
import { BookingLines } from './components/BookingLines'
import { CancelAction } from './components/CancelAction'
import { Timeline } from './components/Timeline'
import { exceeds } from './credit'
import { correctableDates } from './dates'
import { type BookingDocument, listBookingCollections, readBooking } from './document.server'
import { readNextNumber } from './invoicing/numbers.server'
import { questionsOf, stepsOf } from './steps.server'
import { readTimeline } from './timeline.server'
import { readChecks } from './validation.server'
import { openKinds } from './warehouse/ask'
import { RequestTable } from './warehouse/components/RequestTable'
import { listBookingRequests } from './warehouse/queries.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.booking.soNo ?? 'Booking'} · Kalakal` },
]

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'bookings.read')
  const { projectId, permissions } = project
  const id = params.id!
  // The queries run in parallel, so the page waits only for the slowest.
  const [booking, names, collections, requests, history] = await Promise.all([
    readBooking(db, projectId, id),
    namesOf(db, projectId),
    permissions.includes('collections.read') ? listBookingCollections(db, projectId, id) : null,
    permissions.includes('warehouse.read') ? listBookingRequests(db, projectId, id) : null,
    readHistory(db, project, id),
  ])
  const readsCredit = booking.stage === 'pending' && permissions.includes('customers.read')
  const [credit, checks, timeline] = await Promise.all([
    readsCredit ? readCustomerPosition(db, projectId, booking.customerId) : null,
    readsCredit ? readChecks(db, projectId, [booking.id]) : null,
    readTimeline(db, projectId, id, { permissions, names }),
  ])
  const name = (person: string | null) => (person && names.get(person)) ?? null
  const { byAnother = null, belowFloor = [] } = checks?.get(booking.id) ?? {}
  const overLimit = credit !== null && exceeds(credit, booking.total)
  const open = openBookingActions(
    booking,
    permissions,
    overLimit || belowFloor.length > 0,
    byAnother !== null,
  )
  const invoices = open.includes('invoice') && booking.invoiceNo === null
  return {
    booking,
    history,
    timeline,
    steps: stepsOf(booking, timeline, name),
    questions: questionsOf(booking, { requests, byAnother, belowFloor, overLimit }),
    credit,
    belowFloor,
    byAnother,
    collections,
    requests: requests ?? [],
    names: Object.fromEntries(names),
    collectable: !['pending', 'cancelled'].includes(booking.stage),
    people: { agent: name(booking.agentId) },
    permissions,
    nextInvoice: invoices ? await readNextNumber(db, projectId) : null,
    project: projectId,
    timeZone: project.timeZone,
    today: today(project.timeZone),
    open,
    may: {
      write: permissions.includes('bookings.write'),
      dates: correctableDates(booking, permissions).length > 0,
      collect: canCollect(booking, permissions),
      customers: permissions.includes('customers.read'),
      credit:
        permissions.includes('memos.write') &&
        booking.lines.some(({ delivered, returned }) => delivered > returned),
      ask: permissions.includes('warehouse.write') && openKinds(booking).length > 0,
    },
    idempotencyKeys: Object.fromEntries(
      Object.keys(BOOKING_ACTIONS).map((key) => [key, newIdempotencyKey()]),
    ) as Record<BookingIntent, string>,
  }
}

export const action = formActions({
  permission: 'bookings.read',
  document: ({ db, projectId, id }) => readBookingRef(db, projectId, id),
  intents: (intent) => bookingIntents(intent),
})

export default function BookingPage() {
  const data = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { booking, open, idempotencyKeys, project, collections } = data
  const cancel = {
    project,
    idempotencyKey: idempotencyKeys.cancel,
    version: booking.version,
    lastResult,
  }
  // The dialog of a refused cancellation is closed: the page says why.
  const shown = open.filter((intent) => intent !== 'cancel')
  const collect = new URLSearchParams({ customer: booking.customerId, booking: booking.id })
  return (
    <>
      <DocumentHead
        title={booking.soNo}
        badges={<StageBadge stage={booking.stage} />}
        questions={data.questions}
        description={booking.customerName}
        list={{ label: 'Bookings', to: paths.sales.bookings }}
        steps={data.steps}
        timeZone={data.timeZone}
        actions={
          data.may.collect ? (
            <LinkButton to={`${paths.treasury.addCollection}?${collect}`}>
              Record collection
            </LinkButton>
          ) : data.may.write && booking.stage === 'pending' ? (
            <LinkButton to={paths.sales.editBooking(booking.id)}>Edit</LinkButton>
          ) : null
        }
        more={<FurtherActs data={data} cancel={open.includes('cancel') ? cancel : null} />}
      />
      <ErrorBanner errors={orphanErrors(lastResult, shown)} />
      <BookingFigures booking={booking} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21rem] lg:has-[>aside:empty]:grid-cols-1">
        <aside className="flex flex-col gap-4 empty:hidden lg:order-last">
          {/* The key makes new forms for a new version. The values of a refused form come with
              the answer. */}
          <BookingActions key={booking.version} {...data} lastResult={lastResult} />
        </aside>
        <div className="flex min-w-0 flex-col gap-4">
          <Panel title="Lines" flush>
            <BookingLines booking={booking} />
          </Panel>
          <Panel title="Booking">
            <BookingFacts {...data} />
          </Panel>
          {data.requests.length > 0 ? (
            <Panel title="Warehouse requests" flush>
              <RequestTable
                caption="Warehouse requests"
                rows={data.requests}
                names={data.names}
                empty={null}
                ofBooking
              />
            </Panel>
          ) : null}
          {collections && (collections.length > 0 || data.collectable) ? (
            <Panel title="Collections" flush>
              <BookingCollections collections={collections} />
            </Panel>
          ) : null}
          <Timeline events={data.timeline} timeZone={data.timeZone} />
          <HistoryPanel history={data.history} timeZone={data.timeZone} />
        </div>
      </div>
    </>
  )
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

/** Shows the acts beside the next one, those of paper first, the cancellation last. */
function FurtherActs({ data, cancel }: { data: Data; cancel: ActionProps | null }) {
  const { booking, may } = data
  return (
    <>
      <PrintLinks booking={booking} permissions={data.permissions} />
      {may.collect && may.write && booking.stage === 'pending' ? (
        <LinkButton to={paths.sales.editBooking(booking.id)}>Edit</LinkButton>
      ) : null}
      {may.dates ? (
        <LinkButton to={paths.sales.bookingDates(booking.id)}>Edit dates</LinkButton>
      ) : null}
      {may.write && booking.lines.length > 0 ? (
        <LinkButton to={`${paths.sales.addBooking}?copy=${booking.id}`}>Duplicate</LinkButton>
      ) : null}
      {may.credit ? (
        <LinkButton to={paths.memos.addFor(booking.id)}>Credit or debit memo</LinkButton>
      ) : null}
      {may.ask ? (
        <LinkButton to={paths.warehouse.addRequest(booking.id)}>Warehouse request</LinkButton>
      ) : null}
      {cancel ? <CancelAction key={booking.version} {...cancel} /> : null}
    </>
  )
}

interface Props {
  booking: BookingDocument
  permissions: readonly Permission[]
}

/**
 * Links to the documents of a booking that the reader may print; an opening receivable has none.
 */
function PrintLinks({ booking, permissions }: Props) {
  const may = (...any: Permission[]) => any.some((each) => permissions.includes(each))
  if (booking.lines.length === 0 || ['pending', 'cancelled'].includes(booking.stage)) return null
  return (
    <>
      {booking.invoiceNo && may('invoicing.read') ? (
        <LinkButton to={paths.sales.invoice(booking.id)}>Print invoice</LinkButton>
      ) : null}
      {may('bookings.deliver', 'invoicing.read') ? (
        <LinkButton to={paths.sales.deliveryReceipt(booking.id)}>Delivery receipt</LinkButton>
      ) : null}
    </>
  )
}
