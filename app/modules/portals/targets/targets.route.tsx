import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { addMonths, formatMonth, monthStart, today } from '~/platform/values/dates'
import { FilterBar, FilterSelect } from '~/ui/FilterBar'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { targetsSchema } from './schema'
import { TargetsForm } from './TargetsForm'
import { listTargets } from './targets.server'

export const meta: MetaFunction = () => [{ title: 'Agent targets · Kalakal' }]

/** The months to choose from: a quarter ahead, a year back. */
const AHEAD = 3
const BACK = 12

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'portal.gm')
  const now = monthStart(today(project.timeZone))
  const months = [
    now.slice(0, 7),
    ...Array.from({ length: AHEAD }, (_, ahead) => addMonths(now, ahead + 1).slice(0, 7)),
    ...Array.from({ length: BACK }, (_, back) => addMonths(now, -back - 1).slice(0, 7)),
  ]
  const wanted = new URL(request.url).searchParams.get('month') ?? ''
  const month = months.includes(wanted) ? wanted : months[0]!
  const targets = await listTargets(db, project.projectId, month)
  return {
    month,
    months,
    // An inactive agent needs no new targets.
    targets: targets.filter(({ active }) => active),
    project: project.projectId,
    idempotencyKey: newIdempotencyKey(),
    currency: project.currency,
  }
}

export const action = formAction({
  permission: 'portal.gm',
  schema: targetsSchema,
  command: ({ run, value }) => run('set_agent_targets', { p_targets: value }),
  done: ({ changed }, { value: { month } }) => ({
    to: `${paths.portals.targets}?month=${month}`,
    text:
      changed === 0
        ? 'No changes to save.'
        : `Targets of ${changed === 1 ? '1 agent' : `${changed} agents`} set from ${formatMonth(month)} on.`,
  }),
})

/**
 * Sets the sales and collection targets of agents for each month. The tables of the portals compare
 * with them.
 */
export default function Targets() {
  const { months, ...data } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <PageHeader
        title="Agent targets"
        crumbs={[{ label: 'Tracking & Reports', to: paths.portals.generalManager }]}
        description="Targets apply from the selected month until changed. Blank = no target."
      />
      <Panel flush>
        <FilterBar>
          <FilterSelect
            name="month"
            label="Effective month"
            all={null}
            options={months.map((value) => ({ value, label: formatMonth(value) }))}
          />
        </FilterBar>
        {/* The key makes a new form for another month or for changed targets. */}
        <TargetsForm
          key={`${data.month} ${JSON.stringify(data.targets)}`}
          {...data}
          lastResult={lastResult}
        />
      </Panel>
    </>
  )
}
