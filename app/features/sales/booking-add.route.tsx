import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { listCustomerOptions } from '~/features/customers/queries.server'
import { listProductOptions } from '~/features/inventory/queries.server'
import { listAgents } from '~/features/people/queries.server'
import { today } from '~/platform/dates'
import { newOp, readForm } from '~/platform/form.server'
import { requirePermission } from '~/platform/guard.server'
import { reply } from '~/platform/reply.server'
import { redirectWithToast } from '~/platform/toast.server'
import { PageHeader } from '~/ui/PageHeader'
import { chosenIn, enterBooking, parseBooking, refusedBooking } from './booking-entry.server'
import { EntryForm } from './components/EntryForm'
import { readPanel } from './panel.server'
import { readSoNo } from './queries.server'

export const meta: MetaFunction = () => [{ title: 'New booking · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'bookings.write')
  const { projectId } = project
  const search = new URL(request.url).searchParams
  const last = search.get('last')
  const customers = await listCustomerOptions(db, projectId)
  const customer = customers.find(({ id }) => id === search.get('customer')) ?? null
  return {
    customers,
    customer,
    agents: await listAgents(db, projectId),
    products: await listProductOptions(db, projectId),
    panel: await readPanel(db, projectId, customer?.id ?? null, []),
    last: last ? { id: last, soNo: await readSoNo(db, projectId, last) } : null,
    today: today(project.timeZone),
    project: projectId,
    op: newOp(),
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
    form.get('then') === 'another' ? `/sales/bookings/add?last=${id}` : `/sales/bookings/${id}`
  return redirectWithToast(to, `${so_no} is booked.`)
}

export default function BookingAdd() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHeader
        title="New booking"
        crumbs={[{ label: 'Bookings', to: '/sales/bookings' }]}
        description={data.last ? <LastBooked {...data.last} /> : null}
      />
      <EntryForm
        key={data.last?.id}
        {...data}
        lastResult={answer?.lastResult}
        panel={answer?.panel ?? data.panel}
      />
    </>
  )
}

function LastBooked({ id, soNo }: { id: string; soNo: string }) {
  return (
    <>
      Last booked:{' '}
      <Link to={`/sales/bookings/${id}`} className="font-medium text-accent hover:underline">
        {soNo}
      </Link>
    </>
  )
}
