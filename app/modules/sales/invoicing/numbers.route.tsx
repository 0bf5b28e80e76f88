import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { namesOf } from '~/modules/people/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { readKeyset } from '~/platform/db/keyset'
import { EmptyState } from '~/ui/EmptyState'
import { FilterBar, FilterSelect } from '~/ui/FilterBar'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { Stat, StatRow } from '~/ui/Stat'
import { DoubleTable, GapTable } from './components/GapTable'
import { NumberChangeTable } from './components/NumberChangeTable'
import {
  countChanges,
  listDoubles,
  listGaps,
  listNumberChanges,
  listSeries,
} from './numbers.server'

export const meta: MetaFunction = () => [{ title: 'Invoice numbers · Kalakal' }]

const GAPS = 50

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'invoicing.read')
  const { projectId } = project
  const search = new URL(request.url).searchParams
  const list = await listSeries(db, projectId)
  const wanted = search.get('series')
  const series = list.find((each) => each.series === wanted) ?? list[0] ?? null
  const below = search.get('below')
  const found = series
    ? await listGaps(db, projectId, series.series, {
        before: below && /^\d{1,15}$/.test(below) ? Number(below) : null,
        size: GAPS,
      })
    : { gaps: [], older: null }
  const names = await namesOf(db, projectId)
  const changes = await listNumberChanges(
    db,
    projectId,
    readKeyset(request.url, { by: 'created_at', descending: true, size: 20 }),
  )
  return {
    list,
    series,
    ...found,
    below,
    doubles: series && series.duplicates > 0 ? await listDoubles(db, projectId, series.series) : [],
    changes: {
      ...changes,
      rows: changes.rows.map((change) => ({
        ...change,
        createdBy: (change.createdBy && names.get(change.createdBy)) ?? null,
      })),
      count: await countChanges(db, projectId),
    },
    currency: project.currency,
    timeZone: project.timeZone,
  }
}

/** Shows the missing, duplicate and changed invoice numbers. */
export default function InvoiceNumbers() {
  const data = useLoaderData<typeof loader>()
  const { list, series, gaps, doubles } = data
  return (
    <>
      <PageHeader
        title="Invoice numbers"
        crumbs={[{ label: 'Invoices', to: paths.sales.invoicing }]}
        description="Series = prefix before the final digits."
      />
      {series ? (
        <>
          <StatRow>
            <Stat label="Lowest" value={series.first} />
            <Stat label="Highest" value={series.last} note={`Next ${series.next}`} />
            <Stat label="Invoices" value={series.invoices.toLocaleString('en-US')} />
            <Stat
              label="Missing"
              value={series.missing.toLocaleString('en-US')}
              tone={series.missing > 0 ? 'warn' : undefined}
            />
            <Stat
              label="Duplicate"
              value={series.duplicates.toLocaleString('en-US')}
              tone={series.duplicates > 0 ? 'danger' : undefined}
            />
          </StatRow>
          {doubles.length > 0 ? (
            <Panel title="Duplicate numbers" flush className="mb-4">
              <DoubleTable doubles={doubles} currency={data.currency} />
            </Panel>
          ) : null}
          <Panel title="Missing numbers" flush className="mb-4">
            {list.length > 1 ? (
              <FilterBar>
                <FilterSelect
                  name="series"
                  label="Series"
                  all={null}
                  options={list.map((each) => ({
                    value: each.series,
                    label: `${each.first} – ${each.last}`,
                  }))}
                />
              </FilterBar>
            ) : null}
            <GapTable gaps={gaps} older={data.older} paged={data.below !== null} sums={series} />
          </Panel>
        </>
      ) : (
        <Panel flush className="mb-4">
          <EmptyState line title="No invoice numbers yet">
            The first invoice number starts a series. The next numbers are then proposed.
          </EmptyState>
        </Panel>
      )}
      <Panel title="Changed numbers and dates" flush>
        <NumberChangeTable {...data.changes} timeZone={data.timeZone} />
      </Panel>
    </>
  )
}
