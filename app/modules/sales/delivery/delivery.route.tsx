import type { SubmissionResult } from '@conform-to/react'
import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { BY_ROW_KEY, readKeyset } from '~/platform/db/keyset'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { refusedStaySelected } from '~/platform/forms/selected-rows'
import type { Membership } from '~/platform/request/context'
import { reply } from '~/platform/request/reply.server'
import { today } from '~/platform/values/dates'
import { LinkButton } from '~/ui/Button'
import { ClosedBadge } from '~/ui/ClosedThrough'
import { Outcomes } from '~/ui/Outcomes'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { Tabs } from '~/ui/Tabs'
import { SalesTabs } from '../components/SalesTabs'
import { type BookingOutcome, runEach } from '../each.server'
import { deliveriesSchema, validationSchema } from '../schema'
import { DeliveryFilterBar } from './components/DeliveryFilterBar'
import { DeliveryForm } from './components/DeliveryForm'
import { DoneTable } from './components/DoneTable'
import { GroupTable } from './components/GroupTable'
import { queryOf, readDeliveryFilters } from './filters'
import { readDayList, readGroups } from './queries.server'

export const meta: MetaFunction = () => [{ title: 'Delivery · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'bookings.deliver')
  const { projectId, permissions } = project
  const day = today(project.timeZone)
  const filters = readDeliveryFilters(request.url, day)
  const { on, ...chosen } = filters
  const [{ sums, ...page }, all] = await Promise.all([
    readDayList(db, projectId, filters, readKeyset(request.url, BY_ROW_KEY)),
    Object.keys(chosen).length > 0 ? readGroups(db, projectId, on ? { on } : {}) : null,
  ])
  return {
    filters,
    ...page,
    rows: page.rows.map((delivery) => ({ ...delivery, idempotencyKey: newIdempotencyKey() })),
    sums,
    // The choices are read without the filters, so that a choice does not remove the others.
    choices: (all ?? sums).groups,
    project: projectId,
    currency: project.currency,
    today: day,
    permissions,
  }
}

interface Answer {
  lastResult: SubmissionResult<string[]>
  outcomes: BookingOutcome[]
}

const NONE = {
  ok: false,
  error: { status: 422, code: 'invalid', message: 'Select at least one booking.' },
} as const

export const action = formActions({
  permission: 'bookings.deliver',
  answer: (lastResult): Answer => ({ lastResult, outcomes: [] }),
  intents: (intent) => {
    const selected = <T extends { chosen: boolean }>(bookings: readonly T[]) =>
      bookings.filter(({ chosen }) => chosen)
    const print = (path: string, url: URL, project: Membership, ids: readonly string[]) => {
      const query = queryOf(readDeliveryFilters(url.href, today(project.timeZone)))
      for (const id of ids) query.append('booking', id)
      return redirect(`${path}?${query}`)
    }
    return {
      deliver: intent({
        schema: deliveriesSchema,
        command: async ({ db, projectId, value }) => {
          const chosen = selected(value.bookings)
          if (chosen.length === 0) return NONE
          const data = await runEach(db, projectId, chosen, (run, booking) =>
            run('deliver_booking', { ...booking, p_date: value.date }),
          )
          return { ok: true, data }
        },
        // Each booking has its own outcome, so the page stays and shows them.
        done: (outcomes, { submission }) =>
          reply<Answer>(
            { lastResult: refusedStaySelected(submission, 'bookings', outcomes), outcomes },
            200,
          ),
      }),
      receipts: intent({
        schema: validationSchema,
        command: async ({ value }) => {
          const data = selected(value.bookings).map(({ id }) => id)
          return data.length === 0 ? NONE : { ok: true, data }
        },
        done: (ids, { url, project }) => print(paths.sales.deliveryReceipts, url, project, ids),
      }),
      pick: intent({
        schema: validationSchema,
        command: async ({ value }) => ({
          ok: true,
          data: selected(value.bookings).map(({ id }) => id),
        }),
        done: (ids, { url, project }) => print(paths.sales.pickList, url, project, ids),
      }),
    }
  },
})

/** Lists the deliveries of a day, open and made; the open ones are selected and delivered together. */
export default function DeliveryDesk() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { filters, rows, sums } = data
  const done = filters.on !== undefined
  // The key makes a new form for other bookings or other versions of them.
  const key = rows.map(({ id, version }) => `${id}${version}`).join()
  return (
    <>
      <PageHeader
        tabs={<SalesTabs permissions={data.permissions} />}
        badges={<ClosedBadge />}
        title="Delivery"
        actions={
          <LinkButton to={`${paths.sales.dayList}?${queryOf(filters)}`}>Print manifest</LinkButton>
        }
      />
      <Outcomes
        noun="bookings"
        done="delivered"
        outcomes={(answer?.outcomes ?? []).map(({ id, soNo, refused }) => ({
          id,
          label: soNo,
          to: paths.sales.booking(id),
          refused,
        }))}
      />
      <Panel flush className="mb-4">
        <div className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line px-1">
          <Tabs
            label="Deliveries"
            items={[
              { label: 'To deliver', to: paths.sales.delivery, current: !done },
              {
                label: 'Delivered by date',
                to: `${paths.sales.delivery}?view=done`,
                current: done,
              },
            ]}
          />
          <DeliveryFilterBar choices={data.choices} on={filters.on} />
        </div>
        {done ? (
          <DoneTable {...data} {...sums} />
        ) : (
          <DeliveryForm key={key} {...data} {...sums} lastResult={answer?.lastResult} />
        )}
      </Panel>
      <Panel title="By agent and area" flush>
        <GroupTable {...sums} filters={filters} currency={data.currency} />
      </Panel>
    </>
  )
}
