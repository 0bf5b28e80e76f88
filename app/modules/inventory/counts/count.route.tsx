import type { SubmissionResult } from '@conform-to/react'
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { HistoryPanel } from '~/modules/audit/components/HistoryPanel'
import { readHistory } from '~/modules/audit/trail.server'
import { namesOf } from '~/modules/people/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { LinkButton } from '~/ui/Button'
import { DocumentHead, type StatusStep } from '~/ui/DocumentHead'
import { ErrorBanner, sentencesOf } from '~/ui/ErrorBanner'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { COUNT_ACTIONS, type CountIntent, openCountActions } from './actions'
import { CountBadge } from './components/CountBadge'
import { CountFacts, CountFigures } from './components/CountFacts'
import { Decisions } from './components/Decisions'
import { EntryForm, EntryNav } from './components/EntryForm'
import { VarianceTable } from './components/VarianceTable'
import { type Answer, countIntents } from './count-actions.server'
import { readSheet, readVariance } from './lines.server'
import { readCount } from './queries.server'
import { entryPages } from './sheet'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.count.title ?? 'Count'} · Kalakal` },
]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'counts.write', 'counts.decide')
  const { projectId, permissions } = project
  const count = await readCount(db, projectId, params.id ?? '')
  const open = openCountActions(count.status, permissions)
  const [entry, variance, names] = await Promise.all([
    open.includes('save') ? readPart(db, projectId, count.id, new URL(request.url)) : null,
    count.status === 'open' ? null : readVariance(db, projectId, count.id),
    namesOf(db, projectId),
  ])
  const name = (id: string | null) => (id && names.get(id)) ?? null
  return {
    count,
    entry,
    variance,
    open,
    history: await readHistory(db, project, count.id),
    people: {
      created: name(count.createdBy),
      submitted: name(count.submittedBy),
      decided: name(count.decidedBy),
    },
    project: projectId,
    timeZone: project.timeZone,
    currency: project.currency,
    idempotencyKeys: Object.fromEntries(
      Object.keys(COUNT_ACTIONS).map((intent) => [intent, newIdempotencyKey()]),
    ),
  }
}

async function readPart(
  db: Parameters<typeof readSheet>[0],
  projectId: string,
  countId: string,
  url: URL,
) {
  const left = url.searchParams.get('left') === '1'
  const lines = (await readSheet(db, projectId, countId)).filter(
    (line) => !left || line.counted === null,
  )
  const parts = entryPages(lines)
  const wanted = Number(url.searchParams.get('part') ?? 1)
  const part = Math.min(Math.max(Math.trunc(wanted) || 1, 1), Math.max(parts.length, 1))
  return { lines: parts[part - 1] ?? [], part, parts: parts.length, left }
}

export const action = formActions({
  permission: ['counts.write', 'counts.decide'],
  answer: (lastResult): Answer => ({ decision: lastResult }),
  intents: (intent) => countIntents(intent),
})

/** Shows a count from its sheet to its posting. The status decides which parts appear. */
export default function Count() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { count, entry, variance, open, idempotencyKeys, project } = data
  const refusal = answer && 'entry' in answer ? answer.entry : null
  const decision = (answer && 'decision' in answer ? answer.decision : undefined) as
    | SubmissionResult<string[]>
    | undefined
  const decisions = {
    ...{ open, project, idempotencyKeys },
    version: count.version,
    lastResult: decision,
  }
  return (
    <>
      <DocumentHead
        title={count.title}
        badges={<CountBadge status={count.status} />}
        questions={[count.status === 'submitted' && (count.differing ?? 0) > 0 && 'Variance']}
        list={{ label: 'Stock counts', to: paths.inventory.counts }}
        steps={stepsOf(data)}
        timeZone={data.timeZone}
        actions={
          open.includes('post') ? (
            <Decisions key={count.version} {...decisions} only={['post']} />
          ) : (
            <LinkButton to={paths.inventory.countPrint(count.id)}>Print sheet</LinkButton>
          )
        }
        more={
          <>
            {open.includes('post') ? (
              <LinkButton to={paths.inventory.countPrint(count.id)}>Print sheet</LinkButton>
            ) : null}
            {open.includes('take-back') ? (
              <Form method="post">
                <input type="hidden" name="project" value={project} />
                <input type="hidden" name="idempotencyKey" value={idempotencyKeys['take-back']} />
                <input type="hidden" name="version" value={count.version} />
                <SubmitButton name="intent" value="take-back" variant="secondary">
                  Reopen to edit
                </SubmitButton>
              </Form>
            ) : null}
            {/* A new version of the count resets the forms. */}
            <Decisions key={count.version} {...decisions} only={['send-back', 'cancel']} />
          </>
        }
        moreOpen={['send-back', 'cancel'].includes(String(decision?.initialValue?.intent))}
      />
      {/* The count went on meanwhile, so there is no form to return the input to. */}
      {refusal && !entry ? <ErrorBanner errors={[refusal.message]} /> : null}
      <ErrorBanner errors={orphanErrors(decision, open)} />
      {variance ? <CountFigures count={count} currency={data.currency} /> : null}
      <CountFacts count={count} />
      {entry ? (
        <Panel flush title="Sheet" actions={<EntryNav {...entry} />}>
          <EntryForm
            // Another page of the sheet gets a new form; saving keeps the form.
            key={`${entry.part} ${entry.left}`}
            {...{ project, refusal }}
            {...entry}
            idempotencyKey={idempotencyKeys.save!}
            counted={count.counted}
            total={count.lines}
          />
        </Panel>
      ) : null}
      {variance ? (
        <Panel flush title="Variance">
          <VarianceTable count={count} lines={variance} currency={data.currency} />
        </Panel>
      ) : null}
      <HistoryPanel history={data.history} timeZone={data.timeZone} className="mt-4" />
    </>
  )
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

const DECIDED = { open: 'Returned for recount', posted: 'Posted', cancelled: 'Cancelled' } as const

/** Lists the steps of a count. */
function stepsOf({ count, people }: Data): StatusStep[] {
  const { status, decidedAt } = count
  return [
    { label: 'Created', on: count.sheetAt, by: people.created },
    { label: 'Submitted', on: count.submittedAt, by: people.submitted },
    ...(status === 'submitted'
      ? []
      : [
          {
            label: DECIDED[status],
            on: decidedAt,
            by: people.decided,
            bad: status === 'cancelled',
          },
        ]),
  ]
}

/**
 * Returns the errors of a decision that is no longer open, because its dialog is no longer shown.
 */
function orphanErrors(
  decision: SubmissionResult<string[]> | undefined,
  open: readonly CountIntent[],
): string[] | null {
  const intent = decision?.initialValue?.intent
  if (!decision?.error || open.some((each) => each === intent)) return null
  return sentencesOf(decision)
}
