import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readLetterhead } from '~/modules/logos/letterhead.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { today } from '~/platform/values/dates'
import { EmptyState } from '~/ui/EmptyState'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { PaperActions } from '~/ui/PaperChoice'
import { PaperSheets } from '~/ui/PaperSheet'
import { queryOf, readDeliveryFilters, readSelected } from './filters'
import { pickPaper } from './pick-paper.server'
import { listPicks, readGroups } from './queries.server'

export const meta: MetaFunction = () => [{ title: 'Pick list · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'bookings.deliver')
  const { projectId } = project
  const day = today(project.timeZone)
  const filters = readDeliveryFilters(request.url, day)
  const selected = readSelected(request.url)
  const { groups } = await readGroups(db, projectId, filters)
  const picks = await listPicks(db, projectId, { ...filters, bookings: selected })
  const agent = filters.agent_id ? (groups[0]?.agent ?? null) : null
  const what = describe(filters, selected.length, agent)
  const letterhead = await readLetterhead(db, project)
  const sheets = picks.length === 0 ? [] : [pickPaper({ picks, what, day, letterhead })]
  return { filters, papers: { file: `Pick list ${day}`, sheets } }
}

/** Says which deliveries the goods are for. */
function describe(
  filters: ReturnType<typeof readDeliveryFilters>,
  selected: number,
  agent: string | null,
): string {
  return [
    selected > 0
      ? `${selected} selected ${selected === 1 ? 'booking' : 'bookings'}`
      : 'All open deliveries',
    ...(agent ? [agent] : []),
    ...(filters.area === undefined ? [] : [filters.area || 'No area']),
    ...(filters.invoiced ? ['Invoiced only'] : []),
  ].join(' · ')
}

/** Prints the pick list: the goods to take from the shelves, by product and in cases. */
export default function PickList() {
  const { filters, papers } = useLoaderData<typeof loader>()
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title="Pick list"
          crumbs={[{ label: 'Delivery', to: `${paths.sales.delivery}?${queryOf(filters)}` }]}
          actions={<PaperActions />}
        />
      </div>
      {papers.sheets.length === 0 ? (
        <Panel flush>
          <EmptyState line title="Nothing to pick">
            Bookings on hold are not picked. No other booking is open here.
          </EmptyState>
        </Panel>
      ) : (
        <PaperSheets papers={papers} />
      )}
    </>
  )
}
