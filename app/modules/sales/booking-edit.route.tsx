import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { useState } from 'react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey, readForm } from '~/platform/forms/form.server'
import { problem } from '~/platform/request/errors'
import { reply } from '~/platform/request/reply.server'
import { redirectWithToast } from '~/platform/request/toast.server'
import { LinkButton } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { beginEdit } from './begin'
import { chosenIn, enterBooking, parseBooking, refusedBooking } from './booking-entry.server'
import { EditConflict } from './components/EditConflict'
import { EntryForm } from './components/EntryForm'
import { readBooking } from './document.server'
import { readEntryPage } from './entry-page.server'
import { readPanel } from './panel.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Edit ${data?.booking.soNo ?? 'booking'} · Kalakal` },
]

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'bookings.write')
  const { projectId } = project
  const booking = await readBooking(db, projectId, params.id!)
  return {
    ...(await readEntryPage(db, projectId, { booking, customerId: null })),
    booking,
    begin: beginEdit(booking),
    today: booking.dateAdded,
    project: projectId,
    idempotencyKey: newIdempotencyKey(),
  }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const { db, project } = await requirePermission(context, 'bookings.write')
  const { projectId } = project
  const bookingId = params.id!
  const form = await readForm(request, project)
  const version = Number(form.get('version'))
  if (!Number.isInteger(version)) throw problem(400)
  const submission = parseBooking(form)
  const chosen = chosenIn(submission)
  const panel = () => readPanel(db, projectId, chosen.customer, chosen.products)
  if (submission.status !== 'success' || form.has('check')) {
    const asked = submission.status !== 'error' || form.has('check')
    const lastResult = submission.reply()
    return reply({ lastResult, panel: await panel(), saved: null, version }, asked ? 200 : 422)
  }
  const edit = { bookingId, version }
  const result = await enterBooking(db, projectId, form, submission.value, edit)
  if (result.ok) {
    return redirectWithToast(paths.sales.booking(bookingId), `${result.data.so_no} is saved.`)
  }
  const { error } = result
  const stale = error.code === 'stale_version'
  const saved = stale ? await readBooking(db, projectId, bookingId) : null
  const lastResult = refusedBooking(submission, error)
  return reply({ lastResult, panel: await panel(), saved, version }, error.status)
}

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
      {answer?.saved ? <EditConflict booking={answer.saved} agents={data.agents} /> : null}
      {pending || answer ? (
        <EntryForm
          {...data}
          begin={began.begin}
          edit={{ id: booking.id, version }}
          lastResult={answer?.lastResult}
          panel={answer?.panel ?? data.panel}
        />
      ) : (
        <Panel>
          <EmptyState
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
