import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useRef } from 'react'
import { readLetterhead } from '~/modules/logos/letterhead.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { LinkButton } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { PageHeader } from '~/ui/PageHeader'
import { PrintPartButton } from '~/ui/PrintButton'
import { PrintSheet } from '~/ui/PrintSheet'
import { HeadingLines } from './components/HeadingLines'
import { ReportFigures } from './components/ReportFigures'
import { ReportTable } from './components/ReportTable'
import { cellKey, columnsOf } from './definition'
import { reportOf } from './filters.server'
import { loadReportForPrint } from './load.server'
import { definitionOf, loadBoth } from './loaded'
import { acrossPaper } from './paper'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? 'Report'}, print · Kalakal` },
]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, reportOf(request).permission)
  const report = reportOf(request)
  const [data, letterhead] = await Promise.all([
    loadReportForPrint(report, reader, request.url),
    readLetterhead(reader.db, reader.project),
  ])
  return { ...data, title: report.title, letterhead }
}

export { loadBoth as clientLoader }

/** Prints a report: every row that the filters of its address find, not one page of them. */
export default function ReportPrint() {
  const data = useLoaderData<typeof loader>()
  const report = definitionOf(data)
  const { view, heading, rows, total, count, letterhead } = data
  const columns = columnsOf(report, view, total)
  const search = new URLSearchParams(view.filters)
  const sheet = useRef<HTMLDivElement>(null)
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title={`Print: ${report.title}`}
          crumbs={[
            { label: 'Home', to: paths.home },
            { label: report.title, to: `${report.path}?${search}` },
          ]}
          actions={rows ? <PrintPartButton part={sheet} title={report.title} /> : null}
        />
      </div>
      {rows ? (
        <div ref={sheet}>
          <PrintSheet
            paper="wide"
            letterhead={letterhead}
            title={report.title}
            headerRight={
              <p className="max-w-[120mm] text-xs text-muted">
                <HeadingLines of={heading} />
              </p>
            }
          >
            <ReportFigures {...{ columns, total }} currency={heading.currency} />
            {acrossPaper(columns).map((part) => (
              <div key={cellKey(part[1] ?? part[0]!)} className="mb-4">
                <ReportTable
                  caption={report.title}
                  columns={part}
                  {...{ report, rows, total, view, count }}
                  onPaper
                  empty={<p>No document fits these filters.</p>}
                  footer={null}
                />
              </div>
            ))}
          </PrintSheet>
        </div>
      ) : (
        <EmptyState
          title={`${count.toLocaleString('en-US')} rows are too many for paper`}
          action={
            <LinkButton to={`${report.path}_excel?${search}`} reloadDocument>
              Excel
            </LinkButton>
          }
        >
          Choose a shorter period or fewer rows, or take the Excel file, which has all of them.
        </EmptyState>
      )}
    </>
  )
}
