import { useLocation } from '@remix-run/react'
import { Printer } from 'lucide-react'
import { paths } from '~/paths'
import { LinkButton } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { FileLinks } from '~/ui/FileLinks'
import { useColumns } from '~/ui/ListViews'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { columnsOf, folderOf, levelOf, type ReportDefinition } from '../definition'
import { isHeader } from '../groups'
import type { ReportData } from '../load.server'
import { searchWith, shownColumns } from '../shown'
import { HeadingLines } from './HeadingLines'
import { ReportChart } from './ReportChart'
import { ReportFigures } from './ReportFigures'
import { ReportFilters } from './ReportFilters'
import { ReportTable } from './ReportTable'

interface Props {
  report: ReportDefinition
  data: ReportData
}

/** Shows any report on screen: heading, filters, totals, rows. */
export function ReportScreen({ report, data }: Props) {
  const { view, heading, rows, total, newer, older, chart } = data
  const columns = columnsOf(report, view, total)
  const level = levelOf(report, view)
  const acts = (report.actions?.(view) ?? [])
    .filter(({ permission }) => !permission || data.permissions.includes(permission))
    .map(({ label, to }) => (
      <LinkButton key={label} to={to}>
        {label}
      </LinkButton>
    ))
  const { search } = useLocation()
  const few = acts.length < 2
  const chosen = useColumns()
  const shown = shownColumns(columns, chosen)
  const asShown = searchWith(view.filters, chosen)
  return (
    <div>
      <PageHeader
        title={report.title}
        crumbs={[{ label: 'Home', to: paths.home }]}
        description={<HeadingLines of={heading} />}
        actions={
          <>
            {few ? acts : null}
            <FileLinks to={`${report.path}_excel?${asShown}`} />
            <LinkButton to={`${report.path}/print?${asShown}`}>
              <Printer aria-hidden className="size-4" />
              Print
            </LinkButton>
          </>
        }
        more={
          <>
            {few ? null : acts}
            <LinkButton to={`${paths.reports.mail(folderOf(report))}${search}`}>
              Send by e-mail…
            </LinkButton>
          </>
        }
      />
      <Panel flush>
        <ReportFigures
          {...{ columns, total }}
          currency={heading.currency}
          aged={chart?.kind === 'ageing'}
        />
        <ReportFilters {...{ report, data, columns }} />
        {chart ? <ReportChart chart={chart} currency={heading.currency} /> : null}
        <ReportTable
          caption={report.title}
          {...{ report, columns, shown, rows, total, view }}
          count={Number(total[level.counted])}
          empty={
            <EmptyState
              title="No results"
              action={<LinkButton to={report.path}>Reset the filters</LinkButton>}
            >
              Try another period or fewer filters.
            </EmptyState>
          }
          footer={
            newer || older ? (
              <span className="flex items-center gap-2">
                {rows.filter((row) => !isHeader(row)).length} on this page; the total includes all
                <Pager newer={newer} older={older} labels={['Back', 'Next']} />
              </span>
            ) : null
          }
        />
      </Panel>
    </div>
  )
}
