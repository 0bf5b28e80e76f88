import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { ownResult } from '~/platform/forms/own-result'
import { Badge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { Details } from '~/ui/Details'
import { DocumentHead } from '~/ui/DocumentHead'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { DateText } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'
import { fieldTabAt } from '../filters'
import { ACT_STATES, actDocument, actKindLabel, DECIDES, decidesAct } from '../labels'
import { acceptActSchema, acceptRemittanceSchema, rejectActSchema } from '../schema'
import { AcceptRemittance } from './components/AcceptRemittance'
import { ActContent } from './components/ActContent'
import { AcceptAct, RejectAct } from './components/DecideAct'
import { readAct, type SaidAct } from './queries.server'

const nameOf = ({ kind, no, person }: SaidAct) => `${actKindLabel(kind)} no. ${no} of ${person}`

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? nameOf(data.act) : 'Act'} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project, user } = await requirePermission(context, 'field.read')
  const act = await readAct(db, project.projectId, params.id ?? '')
  const own = [act.userId, act.takenById].includes(user.userId)
  return {
    act,
    mayDecide: !own && project.permissions.includes(decidesAct(act.kind)),
    project: project.projectId,
    idempotencyKey: newIdempotencyKey(),
    timeZone: project.timeZone,
    currency: project.currency,
    drrLabel: project.settings.drr_label,
  }
}

/** The days of the documents, as the refusals of their commands name them. */
const DAYS = ['date_added', 'date_collected', 'remitted_on']
const fieldOf = (field: string) => (DAYS.includes(field) ? 'date' : field)
const accepted = ({ no }: { no?: string | null }) => ({
  to: fieldTabAt('waiting'),
  text: no ? `Accepted as ${no}.` : 'Accepted.',
})

export const action = formActions({
  permission: 'field.read',
  intents: (intent) => ({
    accept: intent({
      permission: DECIDES,
      schema: acceptActSchema,
      fieldOf,
      command: ({ run, id, value: { version, date } }) =>
        run('decide_field_act', {
          ...{ p_act: id, p_version: version, p_decision: { accept: true, date } },
        }),
      done: accepted,
    }),
    remit: intent({
      permission: DECIDES,
      schema: acceptRemittanceSchema,
      fieldOf,
      command: ({ run, id, value: { intent: _, version, ...count } }) =>
        run('decide_field_act', {
          ...{ p_act: id, p_version: version, p_decision: { accept: true, ...count } },
        }),
      done: accepted,
    }),
    reject: intent({
      permission: DECIDES,
      schema: rejectActSchema,
      command: ({ run, id, value: { version, reason } }) =>
        run('decide_field_act', {
          ...{ p_act: id, p_version: version, p_decision: { accept: false, reason } },
        }),
      done: () => ({
        to: fieldTabAt('waiting'),
        text: 'Rejected. The phone shows the reason.',
      }),
    }),
  }),
})

/** Shows what an act of the field says, and decides one that waits for the office. */
export default function Act() {
  const data = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { act, mayDecide, timeZone, currency } = data
  const { said } = act
  const name = nameOf(act)
  const waits = act.state === 'waiting'
  const form = { act, name, project: data.project, idempotencyKey: data.idempotencyKey }
  const remittance = said.kind === 'remittance' ? said : null
  const decides = waits && mayDecide
  const to = act.documentId ? actDocument(act.kind, act.documentId) : undefined
  return (
    <>
      <DocumentHead
        title={name}
        badges={<Badge tone={ACT_STATES[act.state]?.tone}>{ACT_STATES[act.state]?.label}</Badge>}
        locked={waits && !mayDecide && 'Another user decides'}
        list={{ label: 'Field', to: fieldTabAt(waits ? 'waiting' : 'acts') }}
        description={act.message}
        steps={[
          { label: 'Written', on: act.madeAt, by: act.person },
          { label: 'Received', on: act.receivedAt, by: act.takenBy },
          act.state === 'refused' || act.state === 'withdrawn'
            ? { label: ACT_STATES[act.state]!.label, on: act.decidedAt, bad: true }
            : { label: waits ? 'Decision' : 'Accepted', on: act.decidedAt },
        ]}
        timeZone={timeZone}
        actions={
          decides ? (
            <>
              {remittance ? null : (
                <AcceptAct {...form} lastResult={ownResult(lastResult, 'accept')} />
              )}
              <RejectAct {...form} lastResult={ownResult(lastResult, 'reject')} />
            </>
          ) : to ? (
            <LinkButton to={to}>Open {act.documentNo ?? 'the document'}</LinkButton>
          ) : null
        }
      />
      {/* Another user was faster: the refused form is gone, so the page shows its error. */}
      {decides ? null : <ErrorBanner errors={lastResult?.error?.['']} />}
      <div className="grid gap-4">
        <Panel flush title={actKindLabel(act.kind)}>
          <ActContent said={said} currency={currency} timeZone={timeZone} />
        </Panel>
        {decides && remittance ? (
          <AcceptRemittance
            {...form}
            said={remittance}
            drrLabel={data.drrLabel}
            currency={currency}
            lastResult={ownResult(lastResult, 'remit')}
          />
        ) : null}
        <Panel title="On the phone">
          <Details
            items={[
              ['Phone', act.phone],
              ['App', act.appVersion],
              ['Copy of data', <DateText key="copy" value={act.copyAsOf} timeZone={timeZone} />],
              ['Sent', act.tries === 1 ? 'Once' : `${act.tries} times`],
              ['Counts on', <DateText key="on" value={act.countsOn} />],
              ...(act.takenBy ? [['Taken in from a file by', act.takenBy] as const] : []),
            ]}
          />
        </Panel>
      </div>
    </>
  )
}
