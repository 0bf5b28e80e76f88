import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readLetterhead } from '~/modules/logos/letterhead.server'
import { listAgents } from '~/modules/people/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { today } from '~/platform/values/dates'
import { LinkButton } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { FilterBar, FilterSelect } from '~/ui/FilterBar'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { PaperActions } from '~/ui/PaperChoice'
import { PaperSheets } from '~/ui/PaperSheet'
import { callPaper } from './call-paper.server'
import { listCalls, listOffers, MOST_CALLS, MOST_OFFERS } from './call-sheet.server'
import { describeCallFilters, readCallFilters } from './filters'

export const meta: MetaFunction = () => [{ title: 'Call sheet · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'reports.penetration')
  const { projectId, permissions } = project
  const day = today(project.timeZone)
  const filters = readCallFilters(request.url, day)
  const [{ lists, count }, offers, agents, letterhead] = await Promise.all([
    listCalls(db, projectId, filters),
    permissions.includes('stock.read') ? listOffers(db, projectId, filters) : null,
    listAgents(db, projectId),
    readLetterhead(db, project),
  ])
  const product = filters.product_id ? (offers?.[0]?.label ?? 'the product') : null
  const sheet = {
    ...{ letterhead, currency: project.currency, today: day },
    described: describeCallFilters(filters, product),
    offers: offers?.slice(0, MOST_OFFERS) ?? null,
    moreOffers: offers !== null && offers.length > MOST_OFFERS,
  }
  return {
    filters,
    described: sheet.described,
    shown: lists.reduce((sum, { calls }) => sum + calls.length, 0),
    count,
    most: MOST_CALLS,
    mayRoute: permissions.includes('routes.write'),
    agents: agents.map(({ id, name }) => ({ value: id, label: name })),
    papers: {
      file: `Call sheet ${day}`,
      sheets: lists.map((list) => callPaper({ ...sheet, list })),
    },
  }
}

/**
 * Shows the call sheets, one per agent: non-buying outlets, available credit, and products in
 * stock.
 */
export default function CallSheets() {
  const { filters, described, shown, count, most, agents, papers, mayRoute } =
    useLoaderData<typeof loader>()
  const back = `${paths.reports.report('penetration_report')}?${new URLSearchParams({ ...filters, level: 'not_buying' })}`
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title="Call sheet"
          crumbs={[{ label: 'Penetration report', to: back }]}
          description={described}
          actions={
            <>
              <LinkButton to={back}>Change filters</LinkButton>
              {mayRoute && filters.agent_id ? (
                <LinkButton
                  to={`${paths.field.routes}?agent=${filters.agent_id}&source=call-sheet`}
                >
                  Put on a route
                </LinkButton>
              ) : null}
              <PaperActions />
            </>
          }
        />
        <Panel flush className="mb-4">
          <FilterBar keep={Object.keys(filters).filter((name) => name !== 'agent_id')}>
            <FilterSelect name="agent_id" label="Agent" options={agents} />
          </FilterBar>
          <p className="figures px-4 py-2.5 text-xs text-muted">
            {count === 1 ? '1 customer' : `${count.toLocaleString('en-US')} customers`} to visit
            {shown > 0 && shown < count
              ? `: the first ${shown} are on the sheet. Choose a category or a manager for the others.`
              : null}
          </p>
        </Panel>
      </div>
      {count > shown && shown === 0 ? (
        <Panel flush>
          <EmptyState line title="Choose an agent">
            More than {most} customers do not fit on one sheet. Select an agent to see the agent’s
            own.
          </EmptyState>
        </Panel>
      ) : null}
      {count === 0 ? (
        <Panel flush>
          <EmptyState
            line
            title="No non-buyers"
            action={<LinkButton to={back}>To the report</LinkButton>}
          >
            All filtered customers bought in this period.
          </EmptyState>
        </Panel>
      ) : null}
      <PaperSheets papers={papers} />
    </>
  )
}
