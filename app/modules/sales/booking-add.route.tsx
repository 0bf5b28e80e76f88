import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey, readForm } from '~/platform/forms/form.server'
import { reply } from '~/platform/request/reply.server'
import { redirectWithToast } from '~/platform/request/toast.server'
import { today } from '~/platform/values/dates'
import { PageHeader } from '~/ui/PageHeader'
import { beginCopy } from './begin'
import { chosenIn, enterBooking, parseBooking, refusedBooking } from './booking-entry.server'
import { EntryForm } from './components/EntryForm'
import { readBooking } from './document.server'
import { readEntryPage } from './entry-page.server'
import { readPanel } from './panel.server'
import { readSoNo } from './queries.server'

export const meta: MetaFunction = () => [{ title: 'New booking · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'bookings.write')
  const { projectId } = project
  const search = new URL(request.url).searchParams
  const [last, copy] = [search.get('last'), search.get('copy')]
  const copied = copy ? await readBooking(db, projectId, copy) : null
  const customerId = search.get('customer')
  return {
    ...(await readEntryPage(db, projectId, { booking: copied, customerId })),
    begin: copied && beginCopy(copied, today(project.timeZone)),
    copiedFrom: copied && { id: copied.id, soNo: copied.soNo },
    last: last ? { id: last, soNo: await readSoNo(db, projectId, last) } : null,
    today: today(project.timeZone),
    project: projectId,
    idempotencyKey: newIdempotencyKey(),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { db, project } = await requirePermission(context, 'bookings.write')
  const { projectId } = project
  const form = await readForm(request, project)
  const submission = parseBooking(form)
  const chosen = chosenIn(submission)
  const panel = () => readPanel(db, projectId, chosen.customer, chosen.products)
  if (submission.status !== 'success' || form.has('check')) {
    const asked = submission.status !== 'error' || form.has('check')
    return reply({ lastResult: submission.reply(), panel: await panel() }, asked ? 200 : 422)
  }
  const result = await enterBooking(db, projectId, form, submission.value)
  if (!result.ok) {
    const lastResult = refusedBooking(submission, result.error)
    return reply({ lastResult, panel: await panel() }, result.error.status)
  }
  const { id, so_no } = result.data
  const to =
    form.get('then') === 'another'
      ? `${paths.sales.addBooking}?last=${id}`
      : paths.sales.booking(id)
  return redirectWithToast(to, `${so_no} is booked.`)
}

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
      <EntryForm
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
