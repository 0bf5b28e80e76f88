import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { readSearchParams } from '~/platform/request/search-params'
import { formatDate, today } from '~/platform/values/dates'
import { ErrorBanner, sentencesOf } from '~/ui/ErrorBanner'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { Stat, StatRow } from '~/ui/Stat'
import { Checklist, countPending } from './components/Checklist'
import { CloseForm, ReopenForm } from './components/ClosingForms'
import { ClosingHistory } from './components/ClosingHistory'
import { MonthsToClose } from './components/MonthsToClose'
import { closableDays } from './months'
import { listClosings, listPending } from './queries.server'
import { closeSchema, reopenSchema } from './schema'

export const meta: MetaFunction = () => [{ title: 'Closed periods · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'journal.read')
  const { projectId, closedThrough, permissions } = project
  const day = today(project.timeZone)
  const days = closableDays(closedThrough, day)
  const through = readSearchParams(request.url).day('through') ?? days[0] ?? closedThrough ?? day
  const [pending, closings] = await Promise.all([
    listPending(db, projectId, through),
    listClosings(db, projectId),
  ])
  return {
    closedThrough,
    pending,
    closings,
    through,
    days,
    form: permissions.includes('periods.close')
      ? { project: projectId, keys: { close: newIdempotencyKey(), reopen: newIdempotencyKey() } }
      : null,
    permissions,
    currency: project.currency,
    timeZone: project.timeZone,
  }
}

export const action = formActions({
  permission: 'periods.close',
  intents: (intent) => ({
    close: intent({
      schema: closeSchema,
      command: ({ run, value: { through, reason } }) =>
        run('close_period', { p_through: through, p_reason: reason }),
      done: ({ closed_through }) => `The books are closed through ${formatDate(closed_through)}.`,
    }),
    reopen: intent({
      schema: reopenSchema,
      command: ({ run, value: { through, reason } }) =>
        run('reopen_period', { p_through: through ?? null, p_reason: reason }),
      done: ({ closed_through }) => ({
        text: closed_through
          ? `Reopened: the books are closed through ${formatDate(closed_through)}.`
          : 'Reopened: no period is closed.',
        tone: 'info',
      }),
    }),
  }),
})

/** Shows through which day the books are closed and what is pending, and closes and reopens them. */
export default function ClosedPeriods() {
  const data = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { closedThrough, form } = data
  // Another user was faster: the form for reopening is gone, but its error is shown.
  const gone = closedThrough === null && lastResult?.initialValue?.intent === 'reopen'
  return (
    <>
      <PageHeader
        title="Closed periods"
        crumbs={[{ label: 'Home', to: paths.home }]}
        description="Closed periods are locked."
      />
      <ErrorBanner errors={gone ? sentencesOf(lastResult) : null} />
      <StatRow>
        <Stat
          label="Closed through"
          value={closedThrough ? formatDate(closedThrough) : 'All periods open'}
        />
      </StatRow>
      <div className="grid gap-4">
        <MonthsToClose days={data.days} through={data.through} />
        <Panel title={`Pending items through ${formatDate(data.through)}`}>
          <Checklist {...data} />
        </Panel>
        {form ? (
          // The key empties the forms after an act.
          <div key={data.closings[0]?.id} className="grid items-start gap-4 lg:grid-cols-2">
            <CloseForm
              project={form.project}
              idempotencyKey={form.keys.close}
              lastResult={lastResult}
              through={data.through}
              open={countPending(data.pending, data.through)}
            />
            {closedThrough ? (
              <ReopenForm
                project={form.project}
                idempotencyKey={form.keys.reopen}
                lastResult={lastResult}
                closedThrough={closedThrough}
              />
            ) : null}
          </div>
        ) : null}
        <ClosingHistory closings={data.closings} timeZone={data.timeZone} />
      </div>
    </>
  )
}
