import { parseWithZod } from '@conform-to/zod/v4'
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { useState } from 'react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey, readVersion } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { reply } from '~/platform/request/reply.server'
import { LinkButton } from '~/ui/Button'
import { withoutBlankTail } from '~/ui/blank-tail'
import { EmptyState } from '~/ui/EmptyState'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { beginBookingEdit } from './begin'
import { entryField, readBookingEntry, readPanelFor } from './booking-entry.server'
import { BookingEditConflict } from './components/BookingEditConflict'
import { BookingEntryForm } from './components/BookingEntryForm'
import { readBooking } from './document.server'
import { bookingPickers, readEntryPage } from './entry-page.server'
import { bookingSchema } from './entry-schema'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Edit ${data?.booking.soNo ?? 'booking'} · Kalakal` },
]

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'bookings.write')
  const { projectId } = project
  const booking = await readBooking(db, projectId, params.id!)
  return {
    ...(await readEntryPage(db, projectId, { booking, customerId: null, on: booking.dateAdded })),
    booking,
    begin: beginBookingEdit(booking),
    today: booking.dateAdded,
    project: projectId,
    idempotencyKey: newIdempotencyKey(),
  }
}

export const action = formActions({
  permission: 'bookings.write',
  pickers: bookingPickers,
  // Without scripts a button asks for the panel; nothing is saved.
  intentOf: (form) => (form.has('check') ? 'check' : 'default'),
  answer: async (lastResult, { db, projectId, id, form, payload }, error) => ({
    lastResult,
    panel: await readPanelFor(db, projectId, payload),
    saved: error?.code === 'stale_version' ? await readBooking(db, projectId, id) : null,
    version: readVersion(form),
  }),
  intents: (intent) => ({
    default: intent({
      schema: bookingSchema,
      prepare: withoutBlankTail,
      fieldOf: entryField,
      command: async ({ db, projectId, id, form, run, value }) => {
        const p_version = readVersion(form)
        const booking = await readBookingEntry(db, projectId, value)
        if (!booking.ok) return booking
        return run('update_booking', { p_booking: id, p_version, p_details: booking.data })
      },
      done: ({ so_no }, { id }) => ({ to: paths.sales.booking(id), text: `${so_no} is saved.` }),
    }),
    check: async ({ db, projectId, form, picks }) => {
      const version = readVersion(form)
      const submission = parseWithZod(withoutBlankTail(form), { schema: bookingSchema })
      const panel = await readPanelFor(db, projectId, submission.payload)
      return reply(
        { lastResult: submission.reply(), panel, picks: await picks(), saved: null, version },
        200,
      )
    },
  }),
})

/** Edits a pending booking. When another user has saved meanwhile, it shows what they saved. */
export default function BookingEdit() {
  const data = useLoaderData<typeof loader>()
  // The key makes a new form when the user starts again from the saved booking.
  return <EditForm key={useLocation().search} {...data} />
}

type Props = ReturnType<typeof useLoaderData<typeof loader>>

function EditForm(data: Props) {
  const answer = useActionData<typeof action>()
  // The state keeps the version that the user started from: the loader runs again after each action
  // and may return a newer one.
  const [began] = useState({ version: data.booking.version, begin: data.begin })
  const { booking } = data
  const record = paths.sales.booking(booking.id)
  const pending = booking.stage === 'pending'
  // A user who was shown the saved booking may overwrite it.
  const version = answer?.saved?.version ?? answer?.version ?? began.version
  return (
    <>
      <PageHeader
        title={`Edit ${booking.soNo}`}
        crumbs={[
          { label: 'Bookings', to: paths.sales.bookings },
          { label: booking.soNo, to: record },
        ]}
      />
      {answer?.saved ? <BookingEditConflict booking={answer.saved} agents={data.agents} /> : null}
      {pending || answer ? (
        <BookingEntryForm
          {...data}
          begin={began.begin}
          edit={{ id: booking.id, version }}
          lastResult={answer?.lastResult}
          panel={answer?.panel ?? data.panel}
        />
      ) : (
        <Panel>
          <EmptyState
            line
            title={`${booking.soNo} is ${booking.stage}`}
            action={<LinkButton to={record}>Back to the booking</LinkButton>}
          >
            Only a pending booking can be edited.
          </EmptyState>
        </Panel>
      )}
    </>
  )
}
