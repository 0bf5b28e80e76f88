import { LinkButton } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { DateText } from '~/ui/Figures'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { PrintButton } from '~/ui/PrintButton'
import { Stat, StatRow } from '~/ui/Stat'
import type { ReportDefinition } from '../definition'
import type { ReportData } from '../load.server'
import { ReportFilters } from './ReportFilters'
import { ReportTable } from './ReportTable'
import { Value } from './Value'

/** Any report on screen: heading, filters, figures of the whole set, rows. */
export function ReportScreen({ report, data }: { report: ReportDefinition; data: ReportData }) {
  const { view, project, rows, total, next, firstPage } = data
  const columns = report.columns(view)
  const finest = view.level === report.levels[0]!.value
  return (
    <>
      <PageHeader
        title={report.title}
        crumbs={[{ label: 'Home', to: '/home' }]}
        description={<Heading data={data} />}
        actions={<PrintButton />}
      />
      <StatRow>
        {columns
          .filter((column) => column.highlight)
          .map((column) => (
            <Stat
              key={column.key}
              label={`${column.header} (${project.currency})`}
              value={<Value column={{ ...column, sparse: false }} row={total} />}
            />
          ))}
      </StatRow>
      <Panel flush>
        <ReportFilters report={report} data={data} />
        <ReportTable
          caption={report.title}
          {...{ columns, rows, total, view }}
          count={finest ? Number(total.documents) : undefined}
          empty={
            <EmptyState
              title="Nothing open here"
              action={<LinkButton to={report.path}>Reset the filters</LinkButton>}
            >
              No document fits these filters.
            </EmptyState>
          }
          footer={
            <span className="flex items-center gap-2">
              {firstPage && !next ? null : `${rows.length} on this page; the grand total is of all`}
              {firstPage ? null : (
                <LinkButton size="sm" variant="ghost" to={firstPageOf(view.filters)}>
                  First page
                </LinkButton>
              )}
              <Pager newer={null} older={next} labels={['Back', 'Next']} />
            </span>
          }
        />
      </Panel>
    </>
  )
}

function Heading({ data: { project, described, runAt, runBy } }: { data: ReportData }) {
  return (
    <>
      <span className="hidden font-semibold text-ink print:block">
        {project.title || project.name}
      </span>
      <span className="block">{described}</span>
      <span className="block text-xs">
        Run by {runBy}, <DateText value={runAt} timeZone={project.timeZone} />
      </span>
    </>
  )
}

function firstPageOf(filters: ReportData['view']['filters']): string {
  return `?${new URLSearchParams(filters)}`
}
