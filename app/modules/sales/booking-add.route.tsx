import { parseWithZod } from '@conform-to/zod/v4'
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { useRef } from 'react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { reply } from '~/platform/request/reply.server'
import { today } from '~/platform/values/dates'
import { withoutBlankTail } from '~/ui/blank-tail'
import { PageHeader } from '~/ui/PageHeader'
import { type Begin, beginBookingCopy } from './begin'
import { entryField, readBookingEntry, readPanelFor } from './booking-entry.server'
import { BookingEntryForm } from './components/BookingEntryForm'
import { readBooking } from './document.server'
import { bookingPickers, readEntryPage } from './entry-page.server'
import { bookingSchema } from './entry-schema'
import { type FilledBooking, fillBooking } from './fill.server'
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
  // Buttons ask for the panel, without scripts, and fill in lines; nothing is saved.
  intentOf: (form) => (form.has('check') ? 'check' : form.has('button') ? 'fill' : 'default'),
  answer: async (lastResult, { db, projectId, payload }): Promise<EntryAnswer> => ({
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
      done: ({ id, so_no }) => ({ to: paths.sales.booking(id), text: `${so_no} created.` }),
    }),
    check: async ({ db, projectId, form, picks }) => {
      const submission = parseWithZod(withoutBlankTail(form), { schema: bookingSchema })
      const panel = await readPanelFor(db, projectId, submission.payload)
      const answer: EntryAnswer = { lastResult: submission.reply(), panel }
      return reply({ ...answer, picks: await picks() }, 200)
    },
    fill: async ({ db, projectId, form, picks }) =>
      reply({ ...(await fillBooking(db, projectId, form)), picks: await picks() }, 200),
  }),
})

/** The answer to the form; `filled` is set when it starts again with what the server filled in. */
type EntryAnswer = Pick<FilledBooking, 'lastResult' | 'panel'> & Partial<FilledBooking>

export default function BookingAdd() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  // Values that the server filled in need a new form that starts with them.
  const beginning = useRef('')
  if (answer?.filled) beginning.current = answer.filled
  const panel = answer?.panel ?? data.panel
  const known = new Set(data.products.map(({ id }) => id))
  return (
    <>
      <PageHeader
        title="New booking"
        crumbs={[{ label: 'Bookings', to: paths.sales.bookings }]}
        description={<Origin {...data} />}
      />
      <BookingEntryForm
        key={`${data.last?.id ?? data.copiedFrom?.id} ${beginning.current}`}
        {...data}
        products={[...data.products, ...panel.stock.filter(({ id }) => !known.has(id))]}
        begin={answer?.filled ? (answer.lastResult.initialValue as unknown as Begin) : data.begin}
        filled={Boolean(answer?.filled)}
        lastResult={answer?.lastResult}
        panel={panel}
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
