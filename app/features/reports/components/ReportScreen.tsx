import { LinkButton } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { DateText } from '~/ui/Figures'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { PrintButton } from '~/ui/PrintButton'
import { Stat, StatRow } from '~/ui/Stat'
import type { ReportHeading } from '../asked.server'
import { cellKey, type ReportDefinition } from '../definition'
import type { ReportData } from '../load.server'
import { ReportFilters } from './ReportFilters'
import { ReportTable } from './ReportTable'
import { Value } from './Value'

interface Props {
  report: ReportDefinition
  data: ReportData
}

/** Any report on screen: heading, filters, figures of the whole set, rows. */
export function ReportScreen({ report, data }: Props) {
  const { view, heading, rows, total, newer, older } = data
  const columns = report.columns(view)
  const level = report.levels.find(({ value }) => value === view.level)!
  return (
    <div className="print:[page:wide]">
      <PageHeader
        title={report.title}
        crumbs={[{ label: 'Home', to: '/home' }]}
        description={<Heading of={heading} />}
        actions={
          <>
            {report
              .actions?.(view)
              .filter(({ permission }) => !permission || data.permissions.includes(permission))
              .map(({ label, to }) => (
                <LinkButton key={label} to={to}>
                  {label}
                </LinkButton>
              ))}
            <LinkButton
              to={`${report.path}_excel?${new URLSearchParams(view.filters)}`}
              reloadDocument
            >
              Excel
            </LinkButton>
            <PrintButton />
          </>
        }
      />
      {[1, 2].map((line) => {
        const figures = columns.filter(({ highlight }) => highlight === line)
        return figures.length === 0 ? null : (
          <StatRow key={line}>
            {figures.map((column) => (
              <Stat
                key={cellKey(column)}
                label={
                  line === 1 && column === figures.find(({ type }) => type === 'money')
                    ? `${column.header} (${heading.currency})`
                    : column.header
                }
                value={<Value column={{ ...column, sparse: false }} row={total} />}
              />
            ))}
          </StatRow>
        )
      })}
      <Panel flush>
        <ReportFilters report={report} data={data} />
        <ReportTable
          caption={report.title}
          {...{ report, columns, rows, total, view }}
          count={Number(total[level.counted])}
          empty={
            <EmptyState
              title="Nothing open here"
              action={<LinkButton to={report.path}>Reset the filters</LinkButton>}
            >
              No document fits these filters.
            </EmptyState>
          }
          footer={
            newer || older ? (
              <span className="flex items-center gap-2">
                {rows.length} on this page; the grand total is of all
                <Pager newer={newer} older={older} labels={['Back', 'Next']} />
              </span>
            ) : null
          }
        />
      </Panel>
    </div>
  )
}

function Heading({ of: { company, described, timeZone, runAt, runBy } }: { of: ReportHeading }) {
  return (
    <>
      <span className="hidden font-semibold text-ink print:block">{company}</span>
      <span className="block">{described}</span>
      <span className="block text-xs">
        Run by {runBy}, <DateText value={runAt} timeZone={timeZone} />
      </span>
    </>
  )
}
