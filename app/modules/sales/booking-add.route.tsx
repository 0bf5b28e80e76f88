import { parseWithZod } from '@conform-to/zod/v4'
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { reply } from '~/platform/request/reply.server'
import { today } from '~/platform/values/dates'
import { withoutBlankTail } from '~/ui/blank-tail'
import { PageHeader } from '~/ui/PageHeader'
import { beginBookingCopy } from './begin'
import { entryField, readBookingEntry, readPanelFor } from './booking-entry.server'
import { BookingEntryForm } from './components/BookingEntryForm'
import { readBooking } from './document.server'
import { bookingPickers, readEntryPage } from './entry-page.server'
import { bookingSchema } from './entry-schema'
import { readSoNo } from './queries.server'

export const meta: MetaFunction = () => [{ title: 'New booking · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'bookings.write')
  const { projectId } = project
  const search = new URL(request.url).searchParams
  const [last, copy] = [search.get('last'), search.get('copy')]
  const copied = copy ? await readBooking(db, projectId, copy) : null
  const on = today(project.timeZone)
  const customerId = search.get('customer')
  return {
    ...(await readEntryPage(db, projectId, { booking: copied, customerId, on })),
    begin: copied && beginBookingCopy(copied, on),
    copiedFrom: copied && { id: copied.id, soNo: copied.soNo },
    last: last ? { id: last, soNo: await readSoNo(db, projectId, last) } : null,
    today: on,
    project: projectId,
    idempotencyKey: newIdempotencyKey(),
  }
}

export const action = formActions({
  permission: 'bookings.write',
  pickers: bookingPickers,
  // Without scripts a button asks for the panel; nothing is saved.
  intentOf: (form) => (form.has('check') ? 'check' : 'default'),
  answer: async (lastResult, { db, projectId, payload }) => ({
    lastResult,
    panel: await readPanelFor(db, projectId, payload),
  }),
  intents: (intent) => ({
    default: intent({
      schema: bookingSchema,
      prepare: withoutBlankTail,
      fieldOf: entryField,
      command: async ({ db, projectId, run, value }) => {
        const booking = await readBookingEntry(db, projectId, value)
        return booking.ok ? run('create_booking', { p_booking: booking.data }) : booking
      },
      done: ({ id, so_no }, { form }) => ({
        to:
          form.get('then') === 'another'
            ? `${paths.sales.addBooking}?last=${id}`
            : paths.sales.booking(id),
        text: `${so_no} created.`,
      }),
    }),
    check: async ({ db, projectId, form, picks }) => {
      const submission = parseWithZod(withoutBlankTail(form), { schema: bookingSchema })
      const panel = await readPanelFor(db, projectId, submission.payload)
      return reply({ lastResult: submission.reply(), panel, picks: await picks() }, 200)
    },
  }),
})

export default function BookingAdd() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHeader
        title="New booking"
        crumbs={[{ label: 'Bookings', to: paths.sales.bookings }]}
        description={<Origin {...data} />}
      />
      <BookingEntryForm
        key={data.last?.id ?? data.copiedFrom?.id}
        {...data}
        lastResult={answer?.lastResult}
        panel={answer?.panel ?? data.panel}
      />
    </>
  )
}

interface Named {
  id: string
  soNo: string
}

/** Names the booking that was just entered, or the one that is copied. */
function Origin({ last, copiedFrom }: { last: Named | null; copiedFrom: Named | null }) {
  const booking = last ?? copiedFrom
  if (!booking) return null
  return (
    <>
      {last ? 'Last booked' : 'Copy of'}:{' '}
      <Link
        to={paths.sales.booking(booking.id)}
        className="font-medium text-accent hover:underline"
      >
        {booking.soNo}
      </Link>
    </>
  )
}
