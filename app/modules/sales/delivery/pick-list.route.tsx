import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readLetterhead } from '~/modules/logos/letterhead.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { today } from '~/platform/values/dates'
import { formatQuantity } from '~/platform/values/quantity'
import { EmptyState } from '~/ui/EmptyState'
import { DateText } from '~/ui/Figures'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { PaperActions } from '~/ui/PaperChoice'
import { PrintSheet, SheetSignatures, SheetTable } from '~/ui/PrintSheet'
import { queryOf, readDeliveryFilters, readSelected } from './filters'
import { listPicks, type PickLine, readGroups } from './queries.server'

export const meta: MetaFunction = () => [{ title: 'Pick list · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'bookings.deliver')
  const { projectId } = project
  const day = today(project.timeZone)
  const filters = readDeliveryFilters(request.url, day)
  const selected = readSelected(request.url)
  const { groups } = await readGroups(db, projectId, filters)
  return {
    filters,
    selected: selected.length,
    picks: await listPicks(db, projectId, { ...filters, bookings: selected }),
    agent: filters.agent_id ? (groups[0]?.agent ?? null) : null,
    letterhead: await readLetterhead(db, project),
    day,
  }
}

/** Prints the pick list: the goods to take from the shelves, by product and in cases. */
export default function PickList() {
  const { filters, selected, picks, agent, letterhead, day } = useLoaderData<typeof loader>()
  const what = [
    selected > 0
      ? `${selected} selected ${selected === 1 ? 'booking' : 'bookings'}`
      : 'All open deliveries',
    ...(agent ? [agent] : []),
    ...(filters.area === undefined ? [] : [filters.area || 'No area']),
    ...(filters.invoiced ? ['Invoiced only'] : []),
  ].join(' · ')
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title="Pick list"
          crumbs={[{ label: 'Delivery', to: `${paths.sales.delivery}?${queryOf(filters)}` }]}
          actions={<PaperActions />}
        />
      </div>
      {picks.length === 0 ? (
        <Panel flush>
          <EmptyState line title="Nothing to pick">
            Bookings on hold are not picked. No other booking is open here.
          </EmptyState>
        </Panel>
      ) : (
        <PrintSheet
          letterhead={letterhead}
          title="Pick list"
          headerRight={
            <>
              <p>{what}</p>
              <DateText value={day} />
            </>
          }
        >
          {byCategory(picks).map(([category, list]) => (
            <section key={category} aria-label={category}>
              <h3 className="mb-1 font-semibold">{category}</h3>
              <SheetTable rows={list} rowKey={(pick) => pick.id} columns={COLUMNS} />
            </section>
          ))}
          <SheetSignatures labels={['Picked by', 'Checked by', 'Date and time']} />
        </PrintSheet>
      )}
    </>
  )
}

const COLUMNS = [
  {
    key: 'code',
    header: 'Code',
    className: 'w-20 whitespace-nowrap',
    cell: (pick: PickLine) => pick.materialCode,
  },
  {
    key: 'product',
    header: 'Product',
    cell: ({ description }: PickLine) => description,
  },
  {
    key: 'config',
    header: 'Pcs/case',
    align: 'end' as const,
    className: 'w-16',
    cell: ({ caseConfig }: PickLine) => (caseConfig > 1 ? caseConfig : '–'),
  },
  {
    key: 'bookings',
    header: 'Bookings',
    align: 'end' as const,
    className: 'w-16',
    cell: ({ bookings }: PickLine) => bookings,
  },
  {
    key: 'pick',
    header: 'To pick',
    align: 'end' as const,
    className: 'w-28 whitespace-nowrap font-semibold',
    cell: ({ pieces, caseConfig, onHand }: PickLine) => (
      <>
        {formatQuantity(pieces, caseConfig)}
        {onHand < pieces ? (
          <span className="block text-xs text-danger">
            only {formatQuantity(onHand, caseConfig)}
          </span>
        ) : null}
      </>
    ),
  },
  { key: 'picked', header: 'Picked', className: 'w-28', cell: () => null },
]

/** Groups products by their first category, in their order. */
function byCategory(picks: readonly PickLine[]): [string, PickLine[]][] {
  const groups = new Map<string, PickLine[]>()
  for (const pick of picks) {
    const category = pick.category ?? 'Without category'
    groups.set(category, [...(groups.get(category) ?? []), pick])
  }
  return [...groups]
}
