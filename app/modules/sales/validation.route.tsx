import type { SubmissionResult } from '@conform-to/react'
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { namesOf } from '~/modules/people/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { readOrder } from '~/platform/db/orders'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { refusedStaySelected } from '~/platform/forms/selected-rows'
import { reply } from '~/platform/request/reply.server'
import { Outcomes } from '~/ui/Outcomes'
import { PageHeader } from '~/ui/PageHeader'
import { SalesTabs } from './components/SalesTabs'
import { ValidationForm } from './components/ValidationForm'
import { type BookingOutcome, runEach } from './each.server'
import { readBookingFilters, VALIDATION_ORDERS } from './filters'
import { listBookings, readBookingTotals } from './queries.server'
import { validationSchema } from './schema'
import { readChecks } from './validation.server'

export const meta: MetaFunction = () => [{ title: 'Validation · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'bookings.validate')
  const { projectId, permissions } = project
  const { keyset, sort, order } = readOrder(request.url, VALIDATION_ORDERS)
  const filters = { ...readBookingFilters('http://list/?stage=pending'), search_agents: [] }
  const [page, totals, names] = await Promise.all([
    listBookings(db, projectId, keyset, { ...filters, sort }),
    readBookingTotals(db, projectId, filters),
    namesOf(db, projectId),
  ])
  const ids = page.rows.map(({ id }) => id)
  const checks = permissions.includes('customers.read')
    ? await readChecks(db, projectId, ids)
    : new Map<string, never>()
  return {
    ...page,
    rows: page.rows.map((booking) => ({
      ...booking,
      agent: names.get(booking.agentId) ?? null,
      check: checks.get(booking.id) ?? null,
      idempotencyKey: newIdempotencyKey(),
    })),
    totals,
    order,
    permissions,
    project: projectId,
    currency: project.currency,
  }
}

interface Answer {
  lastResult: SubmissionResult<string[]>
  outcomes: BookingOutcome[]
}

export const action = formAction({
  permission: 'bookings.validate',
  schema: validationSchema,
  answer: (lastResult): Answer => ({ lastResult, outcomes: [] }),
  command: async ({ db, projectId, value }) => {
    const chosen = value.bookings.filter((booking) => booking.chosen)
    if (chosen.length === 0) {
      const message = 'Select at least one booking.'
      return { ok: false, error: { status: 422, code: 'invalid', message } }
    }
    const data = await runEach(db, projectId, chosen, (run, booking) =>
      run('validate_booking', booking),
    )
    return { ok: true, data }
  },
  // Each booking has its own outcome, so the page stays and shows them.
  done: (outcomes, { submission }) =>
    reply<Answer>(
      { lastResult: refusedStaySelected(submission, 'bookings', outcomes), outcomes },
      200,
    ),
})

/** Lists pending bookings, oldest first, to validate one or many, and shows each outcome. */
export default function Validation() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  // The key makes a new form for other bookings or other versions of them.
  const key = data.rows.map(({ id, version }) => `${id}${version}`).join()
  return (
    <>
      <PageHeader
        tabs={<SalesTabs permissions={data.permissions} />}
        title="Validation"
        crumbs={[{ label: 'Bookings', to: paths.sales.bookings }]}
        description="Validation rechecks credit and stock and reserves the goods. Failed bookings do not affect the rest."
      />
      <Outcomes
        noun="bookings"
        done="validated"
        outcomes={(answer?.outcomes ?? []).map(({ id, soNo, refused }) => ({
          id,
          label: soNo,
          to: paths.sales.booking(id),
          refused,
        }))}
      />
      <ValidationForm key={key} {...data} lastResult={answer?.lastResult} />
    </>
  )
}
