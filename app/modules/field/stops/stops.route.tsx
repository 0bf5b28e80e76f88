import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { listAgents } from '~/modules/people/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { readSearchParams } from '~/platform/request/search-params'
import { today } from '~/platform/values/dates'
import { WEEKDAYS, weekdayOf } from '~/platform/values/weeks'
import { EmptyState } from '~/ui/EmptyState'
import { FilterBar, FilterSelect } from '~/ui/FilterBar'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { Tabs } from '~/ui/Tabs'
import { AgentDays } from './AgentDays'
import { routeAt } from './address'
import { StopsForm } from './StopsForm'
import { fieldOfRow, MOST_OFFERED, placed, routeSchema } from './schema'
import { listOffered, readRoute, readRouteDays } from './stops.server'

export const meta: MetaFunction = () => [{ title: 'Routes · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'field.read')
  const { projectId, permissions } = project
  const searchParams = readSearchParams(request.url)
  const day = today(project.timeZone)
  const [agents, days] = await Promise.all([
    listAgents(db, projectId),
    readRouteDays(db, projectId),
  ])
  const agent = agents.find(({ id }) => id === searchParams.id('agent')) ?? null
  const weekday =
    Number(searchParams.word('day', ['1', '2', '3', '4', '5', '6', '7'])) || weekdayOf(day)
  const mayChange = permissions.includes('routes.write')
  const mayCall = permissions.includes('reports.penetration')
  const [route, offered] = agent
    ? await Promise.all([
        readRoute(db, projectId, agent.id, weekday),
        mayChange
          ? listOffered(db, projectId, {
              agentId: agent.id,
              today: day,
              search: searchParams.text('q'),
              fromCallSheet: mayCall && searchParams.text('source') === 'call-sheet',
            })
          : { customers: [], more: false },
      ])
    : [null, { customers: [], more: false }]
  const stopped = new Set(route?.stops.map(({ id }) => id))
  return {
    agents,
    days,
    agent,
    weekday,
    route,
    offered: offered.customers.filter(({ id }) => !stopped.has(id)),
    more: offered.more,
    mayChange,
    mayCall,
    project: projectId,
    idempotencyKey: newIdempotencyKey(),
  }
}

export const action = formAction({
  permission: 'routes.write',
  schema: routeSchema,
  command: ({ run, value: { stops, ...route } }) =>
    run('save_route', {
      p_route: {
        ...route,
        stops: placed(stops).map(({ customer_id, weeks }) => ({ customer_id, weeks })),
      },
    }),
  fieldOf: (field, { value }) => fieldOfRow(field, value.stops),
  done: ({ agent_id, weekday, stops }) => ({
    to: routeAt(agent_id, weekday),
    text: `${WEEKDAYS[weekday - 1]}: ${stops === 1 ? '1 stop' : `${stops} stops`} saved.`,
  }),
})

/** Plans the routes of agents: the customers of each weekday in their order. */
export default function Routes() {
  const data = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { agents, agent, weekday, route, days } = data
  return (
    <>
      <PageHeader
        title={agent ? agent.name : 'Routes'}
        crumbs={agent ? [{ label: 'Routes', to: paths.field.routes }] : undefined}
        tabs={
          agent ? (
            <Tabs
              label="Days of the week"
              items={WEEKDAYS.map((name, index) => ({
                label: name,
                to: routeAt(agent.id, index + 1),
                current: index + 1 === weekday,
                count: days[`${agent.id} ${index + 1}`] ?? 0,
              }))}
            />
          ) : null
        }
        description={
          agent
            ? `Number the stops in their order. The phone has a changed route after its next refresh.`
            : 'Stops of each agent by day of the week.'
        }
      />
      <Panel flush>
        {agents.length === 0 ? (
          <EmptyState title="No agents yet">Routes belong to agents of the project.</EmptyState>
        ) : agent && route ? (
          <>
            <FilterBar
              search={data.mayChange ? 'Customer, store or area' : undefined}
              keep={['day']}
            >
              <FilterSelect
                name="agent"
                label="Agent"
                all={null}
                options={agents.map(({ id, name }) => ({ value: id, label: name }))}
              />
              {data.mayChange && data.mayCall ? (
                <FilterSelect
                  name="source"
                  label="Customers"
                  options={[{ value: 'call-sheet', label: 'Did not buy this month' }]}
                />
              ) : null}
            </FilterBar>
            <StopsForm
              key={`${agent.id} ${weekday} ${route.mark} ${data.offered.map(({ id }) => id).join()}`}
              agent={agent}
              weekday={weekday}
              route={route}
              offered={data.offered}
              mayChange={data.mayChange}
              lastResult={lastResult}
              project={data.project}
              idempotencyKey={data.idempotencyKey}
            />
            {data.more ? (
              <p className="px-4 py-2 text-xs text-muted">
                The first {MOST_OFFERED} customers are listed. Search for the others.
              </p>
            ) : null}
          </>
        ) : (
          <AgentDays agents={agents} days={days} />
        )}
      </Panel>
    </>
  )
}
