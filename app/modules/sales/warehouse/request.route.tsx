import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { HistoryPanel } from '~/modules/audit/components/HistoryPanel'
import { readHistory } from '~/modules/audit/trail.server'
import { namesOf } from '~/modules/people/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { today } from '~/platform/values/dates'
import { StageBadge } from '~/ui/Badge'
import { Details } from '~/ui/Details'
import { DocumentHead, type StatusStep } from '~/ui/DocumentHead'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { Money } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'
import { PrintButton } from '~/ui/PrintButton'
import { DecideForm, DoneForm } from './components/DecideForm'
import { EffectAfter, EffectBefore } from './components/RequestEffect'
import { RequestLines } from './components/RequestLines'
import { requestKindLabel } from './kinds'
import { readEffect, readWarehouseRequest } from './request.server'
import { decideRequestSchema, doneSchema } from './schema'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.request.requestNo ?? 'Warehouse request'} · Kalakal` },
]

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'warehouse.read')
  const request = await readWarehouseRequest(db, project.projectId, params.id!)
  const may = (permission: (typeof project.permissions)[number]) =>
    project.permissions.includes(permission)
  const pending = request.status === 'pending' && may('bookings.read')
  return {
    request,
    effect: pending ? await readEffect(db, project.projectId, request) : null,
    history: await readHistory(db, project, request.id),
    names: Object.fromEntries(await namesOf(db, project.projectId)),
    mayDecide: request.status === 'pending' && may('warehouse.decide'),
    mayFinish: request.status === 'approved' && may('warehouse.write'),
    mayReadBooking: may('bookings.read'),
    project: project.projectId,
    timeZone: project.timeZone,
    today: today(project.timeZone),
    idempotencyKey: newIdempotencyKey(),
  }
}

export const action = formActions({
  permission: 'warehouse.read',
  document: ({ db, projectId, id }) => readWarehouseRequest(db, projectId, id),
  intentOf: (form) => String(form.get('decision') ?? ''),
  intents: (intent) => ({
    done: intent({
      permission: 'warehouse.write',
      schema: doneSchema,
      command: ({ run, id, value: { version, decision } }) =>
        run('decide_warehouse_request', {
          p_request: id,
          p_version: version,
          p_decision: decision,
          p_note: null,
        }),
      done: (_, { document }) => `${document.requestNo} is completed.`,
    }),
    default: intent({
      permission: 'warehouse.decide',
      schema: decideRequestSchema,
      command: ({ run, id, value: { version, decision, note = null, date } }) =>
        run('decide_warehouse_request', {
          p_request: id,
          p_version: version,
          p_decision: decision,
          p_note: note,
          p_date: decision === 'approved' ? date : undefined,
        }),
      fieldOf: (field) => (field === 'note' || field === 'date' ? field : undefined),
      done: (_, { document, value }) => `${document.requestNo} is ${value.decision}.`,
    }),
  }),
})

type Data = ReturnType<typeof useLoaderData<typeof loader>>

/** Lists the steps of a request. */
function stepsOf({ request, names }: Data): StatusStep[] {
  const who = (id: string | null) => (id && names[id]) || 'former member'
  const rejected = request.status === 'rejected'
  return [
    { label: 'Requested', on: request.requestedAt, by: who(request.requestedBy) },
    {
      label: rejected ? 'Rejected' : 'Approved',
      on: request.decidedAt,
      by: who(request.decidedBy),
      bad: rejected,
    },
    ...(rejected ? [] : [{ label: 'Completed', on: request.doneAt, by: who(request.doneBy) }]),
  ]
}

/** Shows one request: the booking as of the request, the requested pieces, the decision. */
export default function RequestPage() {
  const data = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { request, project, idempotencyKey, timeZone } = data
  const formProps = { version: request.version, project, idempotencyKey, lastResult }
  const booking = data.mayReadBooking ? (
    <Link to={paths.sales.booking(request.bookingId)} className="text-accent hover:underline">
      {request.soNo}
    </Link>
  ) : (
    request.soNo
  )
  const orphaned = !data.mayDecide && !data.mayFinish
  return (
    <>
      <DocumentHead
        title={request.requestNo}
        badges={<StageBadge stage={request.status} />}
        description={`${requestKindLabel(request.kind)}: ${request.reason}`}
        list={{ label: 'Warehouse requests', to: paths.warehouse.requests }}
        steps={stepsOf(data)}
        timeZone={timeZone}
        actions={<PrintButton />}
      />
      {/* Another user was faster: the form is gone, so the page shows its error. */}
      {orphaned ? <ErrorBanner errors={lastResult?.error?.['']} /> : null}
      <div className="columns-beside grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <aside className="flex flex-col gap-4 lg:order-last">
          {request.status === 'pending' ? (
            data.effect && (
              <Panel title="Effect if approved">
                <EffectBefore kind={request.kind} soNo={request.soNo} effect={data.effect} />
              </Panel>
            )
          ) : (
            <Panel title="Effect">
              <EffectAfter request={request} />
            </Panel>
          )}
          {data.mayDecide ? (
            <Panel title="Decision" className="print:hidden">
              <DecideForm
                key={request.version}
                {...formProps}
                today={request.kind === 'hold' ? null : data.today}
              />
            </Panel>
          ) : null}
          {data.mayFinish ? (
            <Panel title="Completion" className="print:hidden">
              <DoneForm key={request.version} {...formProps} hold={request.kind === 'hold'} />
            </Panel>
          ) : null}
        </aside>
        <div className="flex min-w-0 flex-col gap-4">
          <Panel title="Booking at time of request">
            <Details
              items={[
                ['Booking', booking],
                ['Customer', request.customer],
                ['Store', request.store],
                ['Status', <StageBadge key="stage" stage={request.stage} />],
                ['Total', <Money key="total" value={request.total} />],
              ]}
            />
          </Panel>
          <Panel title="Lines" flush>
            <RequestLines request={request} />
          </Panel>
          {request.note ? <Panel title="Remarks">{request.note}</Panel> : null}
          <HistoryPanel history={data.history} timeZone={timeZone} />
        </div>
      </div>
    </>
  )
}
