import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { requirePermission } from '~/platform/access/guard.server'
import { readKeyset } from '~/platform/db/keyset'
import { TAX_ADVICE } from '~/platform/papers/tax-rules'
import { today } from '~/platform/values/dates'
import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText } from '~/ui/Figures'
import { FileLinks } from '~/ui/FileLinks'
import { FilterBar, FilterSelect } from '~/ui/FilterBar'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { KindList } from './components/KindList'
import { TaxTabs } from './components/TaxTabs'
import { FINDING_KINDS, KIND_OPTIONS, recordOf } from './findings'
import { quartersUntil } from './quarters'
import { countFindings, listFindings, READINESS_PAGING, readinessFilters } from './readiness.server'

export const meta: MetaFunction = () => [{ title: 'Tax · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'tax.read')
  const day = today(project.timeZone)
  const filters = readinessFilters(request.url, day)
  const [page, counts] = await Promise.all([
    listFindings(db, project.projectId, readKeyset(request.url, READINESS_PAGING), filters),
    countFindings(db, project.projectId, filters),
  ])
  return {
    ...page,
    rows: page.rows.map((row) => ({ ...row, to: recordOf(row, project.permissions) })),
    counts,
    kind: filters.kind,
    quarter: filters.quarter,
    quarters: quartersUntil(day).map(({ name, label }) => ({ value: name, label })),
  }
}

/** Lists what invoices, memos and receipts of a quarter lack before it is filed. */
export default function Readiness() {
  const { rows, counts, kind, quarter, quarters, newer, older } = useLoaderData<typeof loader>()
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <>
      <PageHeader
        title="Tax"
        tabs={<TaxTabs />}
        description={`What is missing on papers of ${quarter.label.toLowerCase()}. ${TAX_ADVICE}`}
        more={<FileLinks />}
      />
      <Panel
        title={total > 0 ? `${total.toLocaleString('en-US')} to complete` : 'Nothing is missing'}
      >
        <KindList counts={counts} chosen={kind} quarter={quarter.name} />
      </Panel>
      <Panel flush className="mt-4">
        <FilterBar
          lead={<FilterSelect name="quarter" label="Quarter" all={null} options={quarters} />}
        >
          <FilterSelect name="kind" label="Kind" options={KIND_OPTIONS} />
        </FilterBar>
        <DataTable
          caption="What is missing"
          tall
          count={kind ? (counts[kind] ?? 0) : total}
          rows={rows}
          rowKey={(row) => `${row.kind} ${row.id}`}
          columns={[
            {
              key: 'record',
              header: 'Record',
              cell: (row) =>
                row.to ? (
                  <Link to={row.to} className="font-medium text-accent hover:underline">
                    {row.no ?? row.name}
                  </Link>
                ) : (
                  (row.no ?? row.name)
                ),
            },
            {
              key: 'name',
              header: 'Name',
              grow: true,
              cell: (row) => (row.no === null ? '–' : row.name),
            },
            {
              key: 'on',
              header: 'Date',
              phone: 'show',
              cell: (row) => <DateText value={row.on} />,
            },
            {
              key: 'kind',
              header: 'Kind',
              cell: (row) => FINDING_KINDS[row.kind]?.label ?? row.kind,
            },
            {
              key: 'says',
              header: 'Missing',
              grow: true,
              phone: 'line',
              className: 'whitespace-normal',
              cell: (row) => FINDING_KINDS[row.kind]?.says(row) ?? '–',
            },
          ]}
          empty={
            <EmptyState line title="Nothing is missing">
              Invoices, memos and receipts of this quarter are complete.
            </EmptyState>
          }
          footer={<Pager newer={newer} older={older} />}
        />
      </Panel>
    </>
  )
}
