import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listPrints } from '~/modules/prints/prints.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { readKeyset } from '~/platform/db/keyset'
import { readSearchParams } from '~/platform/request/search-params'
import { formatMoment } from '~/platform/values/moments'
import { LinkButton } from '~/ui/Button'
import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText } from '~/ui/Figures'
import { FilterBar, FilterSelect } from '~/ui/FilterBar'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { PRINTED, titleOf } from './kinds'
import { PRINT_PERMISSIONS } from './permissions'

export const meta: MetaFunction = () => [{ title: 'Printed reports · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, ...PRINT_PERMISSIONS)
  const search = readSearchParams(request.url)
  const filters = { no: search.text('q'), report: search.option('report', PRINTED) }
  const keyset = readKeyset(request.url, { by: 'created_at', descending: true, size: 50 })
  const page = await listPrints(reader, keyset, filters)
  return {
    ...page,
    rows: page.rows.map((print) => ({ ...print, title: titleOf(print.report) })),
    filtered: Object.values(filters).some(Boolean),
    kinds: PRINTED,
    timeZone: reader.project.timeZone,
  }
}

/** Lists the printed reports, the newest first: each opens again as it was printed. */
export default function PrintedReports() {
  const { rows, count, newer, older, filtered, kinds, timeZone } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Printed reports"
        crumbs={[{ label: 'Home', to: paths.home }]}
        description="Each print keeps its filters and time. Reopened, it shows the same figures."
      />
      <Panel flush>
        <FilterBar search="Number, such as RP-000012">
          <FilterSelect name="report" label="Report" options={kinds} />
        </FilterBar>
        <DataTable
          caption="Printed reports"
          count={count}
          rows={rows}
          rowKey={(row) => row.id}
          rowLink={(row) => paths.reports.printed(row.id)}
          columns={[
            { key: 'no', header: 'Number', cell: (row) => row.no },
            { key: 'report', header: 'Report', cell: (row) => row.title },
            { key: 'filters', header: 'Filters', cell: (row) => row.described },
            {
              key: 'known',
              header: 'Data as of',
              cell: (row) => formatMoment(row.knownAt, timeZone),
            },
            {
              key: 'at',
              header: 'Printed',
              cell: (row) => <DateText value={row.at} timeZone={timeZone} />,
            },
            { key: 'by', header: 'By', cell: (row) => row.by },
          ]}
          empty={
            filtered ? (
              <EmptyState
                title="No results"
                action={<LinkButton to={paths.reports.prints}>Show all</LinkButton>}
              >
                Try another number, or clear the filters.
              </EmptyState>
            ) : (
              <EmptyState title="No printed reports yet">
                Printed reports are listed here by number.
              </EmptyState>
            )
          }
          footer={newer || older ? <Pager newer={newer} older={older} /> : null}
        />
      </Panel>
    </>
  )
}
