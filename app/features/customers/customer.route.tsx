import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { namesOf } from '~/features/people/queries.server'
import { problem } from '~/platform/errors'
import { invalidReply, newOp, readForm, readOp, refusedReply } from '~/platform/form.server'
import { requirePermission } from '~/platform/guard.server'
import type { Permission } from '~/platform/permissions'
import { redirectWithToast } from '~/platform/toast.server'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { PageHeader } from '~/ui/PageHeader'
import { approveCustomer, rejectCustomer } from './commands.server'
import { BookingsPanel, CollectionsPanel, FinanceTrail } from './components/Activity'
import { Decision } from './components/Decision'
import { Identity } from './components/Identity'
import { PositionStats } from './components/PositionStats'
import {
  listFinanceEvents,
  newestBookings,
  newestCollections,
  readCustomer,
} from './document.server'
import { readCustomerPosition } from './queries.server'
import { approveSchema, rejectSchema } from './schema'
import { TransferHistory } from './transfers/components/TransferHistory'
import { transfersOf } from './transfers/queries.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.customer.name ?? 'Customer'} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'customers.read')
  const { projectId } = project
  const customer = await readCustomer(db, projectId, params.id ?? '')
  const may = (permission: Permission) => project.permissions.includes(permission)
  const names = await namesOf(db, projectId)
  const events = await listFinanceEvents(db, projectId, customer.id)
  return {
    project: projectId,
    timeZone: project.timeZone,
    ops: { approve: newOp(), reject: newOp() },
    customer,
    agent: names.get(customer.agentId) ?? '–',
    requestedBy: names.get(customer.createdBy ?? '') ?? null,
    position: await readCustomerPosition(db, projectId, customer.id),
    bookings: may('bookings.read') ? await newestBookings(db, projectId, customer.id) : null,
    collections: may('collections.read')
      ? await newestCollections(db, projectId, customer.id)
      : null,
    transfers: await transfersOf(db, projectId, customer.id),
    names: Object.fromEntries(names),
    events: events.map((event) => ({ ...event, by: names.get(event.userId ?? '') ?? '–' })),
    may: {
      decide: may('customers.decide') && customer.status === 'pending',
      book: may('bookings.write') && customer.status === 'approved',
      collect: may('collections.record') && ['approved', 'inactive'].includes(customer.status),
      receivables: may('reports.ar'),
      transfer: may('customers.transfer') && customer.status !== 'rejected',
    },
  }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { db, project } = await requirePermission(context, 'customers.decide')
  const form = await readForm(request, project)
  const op = readOp(form)
  const id = params.id ?? ''
  const here = `/customers/customer-list/${id}`
  switch (form.get('intent')) {
    case 'approve': {
      const submission = parseWithZod(form, { schema: approveSchema })
      if (submission.status !== 'success') return invalidReply(submission)
      const result = await approveCustomer(db, project.projectId, op, id, submission.value)
      if (!result.ok) return refusedReply(submission, result.error)
      return redirectWithToast(here, 'Customer approved.')
    }
    case 'reject': {
      const submission = parseWithZod(form, { schema: rejectSchema })
      if (submission.status !== 'success') return invalidReply(submission)
      const result = await rejectCustomer(db, project.projectId, op, id, submission.value)
      if (!result.ok) return refusedReply(submission, result.error)
      return redirectWithToast(here, 'Request rejected.', 'info')
    }
    default:
      throw problem(400)
  }
}

/** One customer: who it is, what it owes, what happened lately, and the decision while it waits. */
export default function Customer() {
  const data = useLoaderData<typeof loader>()
  const { customer, may } = data
  const lastResult = useActionData<typeof action>()
  // A request has no position and no documents yet.
  const asked = customer.status === 'pending' || customer.status === 'rejected'
  return (
    <>
      <PageHeader
        title={customer.name}
        aside={<StageBadge stage={customer.status} />}
        description={customer.storeName}
        crumbs={[{ label: 'Customers', to: '/customers/customer-list/customer-view-list' }]}
        actions={
          <>
            {may.receivables && !asked ? (
              <LinkButton to={`/customers/customer-list/${customer.id}/statement`}>
                Statement
              </LinkButton>
            ) : null}
            {may.collect ? (
              <LinkButton
                to={`/treasury/treasury-list/treasury-add-collection?customer=${customer.id}`}
              >
                Record collection
              </LinkButton>
            ) : null}
            {may.book ? (
              <LinkButton to={`/sales/bookings/add?customer=${customer.id}`} variant="primary">
                New booking
              </LinkButton>
            ) : null}
          </>
        }
      />
      {/* Someone else decided meanwhile: the refused form is not there any more to say so. */}
      {may.decide ? null : <ErrorBanner errors={lastResult?.error?.['']} />}
      {may.decide ? (
        <Decision project={data.project} ops={data.ops} {...{ customer, lastResult }} />
      ) : null}
      {asked ? null : (
        <PositionStats
          position={data.position}
          receivables={may.receivables ? `/reports_ar?customer_id=${customer.id}` : undefined}
        />
      )}
      <div className="grid gap-4">
        <Identity {...{ customer, agent: data.agent, requestedBy: data.requestedBy }} />
        {data.bookings && !asked ? <BookingsPanel bookings={data.bookings} /> : null}
        {data.collections && !asked ? <CollectionsPanel collections={data.collections} /> : null}
        {asked ? null : (
          <TransferHistory {...data} customerId={customer.id} mayTransfer={may.transfer} />
        )}
        {customer.status === 'pending' ? null : (
          <FinanceTrail events={data.events} timeZone={data.timeZone} />
        )}
      </div>
    </>
  )
}
