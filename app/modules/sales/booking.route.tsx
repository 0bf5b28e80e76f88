import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { HistoryLink } from '~/modules/audit/components/HistoryPanel'
import { FilesAndComments } from '~/modules/documents/FilesAndComments'
import { readFilesAndComments } from '~/modules/documents/parts.server'
import { namesOf } from '~/modules/people/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { today } from '~/platform/values/dates'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { DocumentColumns } from '~/ui/DocumentColumns'
import { DocumentHead } from '~/ui/DocumentHead'
import { ErrorBanner, orphanErrors } from '~/ui/ErrorBanner'
import { Panel } from '~/ui/Panel'
import { BOOKING_ACTIONS, type BookingIntent, openBookingActions } from './actions'
import { bookingIntents, bookingRef } from './booking-actions.server'
import { readBookingPage } from './booking-page.server'
import { BookingActions } from './components/BookingActions'
import { BookingCollections } from './components/BookingCollections'
import { BookingFacts, BookingFigures } from './components/BookingFacts'
import { BookingLines } from './components/BookingLines'
import { CancelAction } from './components/CancelAction'
import { Timeline } from './components/Timeline'
import { exceeds } from './credit'
import { shownStage } from './stage'
import { actsOf, questionsOf, stepsOf } from './steps.server'
import { RequestTable } from './warehouse/components/RequestTable'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.booking.soNo ?? 'Booking'} · Kalakal` },
]

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'bookings.read')
  const { projectId, permissions } = project
  const id = params.id!
  // The queries run in parallel, so the page waits only for the slowest.
  const [page, names, parts] = await Promise.all([
    readBookingPage(db, projectId, id),
    namesOf(db, projectId),
    readFilesAndComments(db, project, 'booking', id),
  ])
  const { booking, collections, requests, credit, check } = page
  const timeline = page.timelineOf(names)
  const name = (person: string | null) => (person && names.get(person)) ?? null
  const byAnother = check?.byAnother ?? null
  const belowFloor = check?.belowFloor ?? []
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
    parts,
    timeline,
    steps: stepsOf(booking, timeline, name),
    questions: questionsOf(booking, { requests, belowFloor, overLimit }),
    credit,
    belowFloor,
    otherPrices: check?.otherPrices ?? [],
    byAnother,
    collections,
    requests: requests ?? [],
    names: Object.fromEntries(names),
    collectable: !['pending', 'cancelled'].includes(booking.stage),
    people: { agent: name(booking.agentId) },
    permissions,
    nextInvoice: invoices ? page.nextInvoice : null,
    project: projectId,
    currency: project.currency,
    timeZone: project.timeZone,
    today: today(project.timeZone),
    open,
    may: { customers: permissions.includes('customers.read') },
    ...actsOf(booking, permissions, project.closedThrough),
    idempotencyKeys: Object.fromEntries(
      Object.keys(BOOKING_ACTIONS).map((key) => [key, newIdempotencyKey()]),
    ) as Record<BookingIntent, string>,
  }
}

export const action = formActions({
  permission: 'bookings.read',
  document: async ({ id }) => bookingRef(id),
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
    today: data.today,
  }
  // The dialog of a refused cancellation is closed: the page says why.
  const shown = open.filter((intent) => intent !== 'cancel')
  return (
    <>
      <DocumentHead
        title={booking.soNo}
        badges={<StageBadge stage={shownStage(booking)} />}
        questions={data.questions}
        locked={data.byAnother !== null && 'Needs a second approver'}
        description={booking.customerName}
        list={{ label: 'Bookings', to: paths.sales.bookings }}
        steps={data.steps}
        amount={{ label: 'Total', value: booking.total, currency: data.currency }}
        timeZone={data.timeZone}
        actions={data.next ? <LinkButton to={data.next[1]}>{data.next[0]}</LinkButton> : null}
        more={
          <>
            {data.acts.map(([label, to]) => (
              <LinkButton key={label} to={to}>
                {label}
              </LinkButton>
            ))}
            {open.includes('cancel') ? <CancelAction key={booking.version} {...cancel} /> : null}
          </>
        }
      />
      <ErrorBanner errors={orphanErrors(lastResult, shown)} />
      <BookingFigures booking={booking} />
      <DocumentColumns
        // The key makes new forms for a new version. The values of a refused form come with the answer.
        next={<BookingActions key={booking.version} {...data} lastResult={lastResult} />}
        rail={<FilesAndComments parts={data.parts} />}
      >
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
        <Timeline
          events={data.timeline}
          timeZone={data.timeZone}
          actions={<HistoryLink document={booking.id} permissions={data.permissions} />}
        />
      </DocumentColumns>
    </>
  )
}
