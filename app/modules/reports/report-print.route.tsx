import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useRef } from 'react'
import { readLetterhead } from '~/modules/logos/letterhead.server'
import { PrintActions, PrintedLine } from '~/modules/prints/PrintActions'
import { numbered, numberPrint, printForm } from '~/modules/prints/print-form.server'
import { readPrinted } from '~/modules/prints/prints.server'
import { printSchema } from '~/modules/prints/schema'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { formAction } from '~/platform/forms/form-action.server'
import { chosenColumns } from '~/platform/request/list-columns'
import { EmptyState } from '~/ui/EmptyState'
import { FileLinks } from '~/ui/FileLinks'
import { PageHeader } from '~/ui/PageHeader'
import { PaperChoice } from '~/ui/PaperChoice'
import { PrintSheet } from '~/ui/PrintSheet'
import { HeadingLines } from './components/HeadingLines'
import { ReportFigures } from './components/ReportFigures'
import { ReportTable } from './components/ReportTable'
import { columnsOf, folderOf } from './definition'
import { reportOf, resolveFilters } from './filters.server'
import { loadReportForPrint } from './load.server'
import { definitionOf, loadBoth } from './loaded'
import { acrossPaper, withRemarks } from './paper'
import { searchWith, shownColumns } from './shown'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? 'Report'}, print · Kalakal` },
]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, reportOf(request).permission)
  const report = reportOf(request)
  const { url, print } = await readPrinted(reader, request.url)
  const [data, letterhead] = await Promise.all([
    loadReportForPrint(report, reader, url),
    readLetterhead(reader.db, reader.project),
  ])
  const { heading, view } = data
  return {
    ...data,
    heading: print
      ? { ...heading, described: print.described, runBy: print.by, runAt: print.at }
      : heading,
    title: report.title,
    letterhead,
    ...printForm(reader.project, print, view.filters.known_at),
  }
}

/** Gives the print its number. */
export const action = formAction({
  permission: (request) => reportOf(request).permission,
  document: async ({ url }) => reportOf(url),
  schema: printSchema,
  command: (sent) => {
    const { filters } = resolveFilters(sent.document, sent.project, sent.url.searchParams)
    const columns = searchWith({}, chosenColumns(sent.url.searchParams))
    return numberPrint(sent, { report: folderOf(sent.document), filters, columns })
  },
  done: (print, { document: { path }, form }) => numbered(`${path}/print`, print, form),
})

export { loadBoth as clientLoader }

/** Prints a report: every row that the filters of its address find, not one page of them. */
export default function ReportPrint() {
  const data = useLoaderData<typeof loader>()
  const report = definitionOf(data)
  const lastResult = useActionData<typeof action>()
  const { view, heading, rows, total, count, letterhead, printed, project, idempotencyKey } = data
  const { chosen } = data
  const columns = columnsOf(report, view, total)
  const search = searchWith(view.filters, chosen)
  const shown = shownColumns(columns, chosen)
  const marked = rows && withRemarks(rows, shown)
  const paper = marked && acrossPaper(shown, marked, total)
  const sheet = useRef<HTMLDivElement>(null)
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title={printed.no ? `${report.title} ${printed.no}` : `Print: ${report.title}`}
          crumbs={[
            { label: 'Home', to: paths.home },
            printed.no
              ? { label: 'Printed reports', to: paths.reports.prints }
              : { label: report.title, to: `${report.path}?${search}` },
          ]}
          actions={
            rows ? (
              <>
                <PaperChoice wide />
                <PrintActions
                  {...{ printed, project, idempotencyKey, lastResult }}
                  described={heading.described}
                  part={{ sheet, title: `${report.title} ${printed.no ?? ''}` }}
                />
              </>
            ) : null
          }
        />
      </div>
      {paper && paper.beyond.length > 0 ? (
        <p role="note" className="mb-3 text-sm print:hidden">
          The paper is too narrow for {paper.beyond.map(({ header }) => header).join(', ')}. To
          print them, hide other columns of the report under Columns, or use the Excel file.
        </p>
      ) : null}
      {marked && paper ? (
        <div ref={sheet}>
          <PrintSheet
            wide
            cards
            letterhead={letterhead}
            title={report.title}
            headerRight={
              <p className="max-w-[120mm] text-xs text-muted">
                <HeadingLines of={heading} />
                <PrintedLine {...printed} />
              </p>
            }
          >
            <ReportFigures {...{ columns, total }} currency={heading.currency} />
            <ReportTable
              caption={report.title}
              {...{ report, columns, rows: marked, total, view, count }}
              shown={paper.columns}
              empty={<p>No documents for these filters.</p>}
              footer={null}
              onPaper
            />
            {paper.beyond.length > 0 ? (
              <p className="mt-2 text-xs text-muted">
                Not on this paper: {paper.beyond.map(({ header }) => header).join(', ')}.
              </p>
            ) : null}
          </PrintSheet>
        </div>
      ) : (
        <EmptyState
          title={`${count.toLocaleString('en-US')} rows are too many for paper`}
          action={<FileLinks to={`${report.path}_excel?${search}`} />}
        >
          Choose a shorter period or fewer rows, or use the Excel file, which has all rows.
        </EmptyState>
      )}
    </>
  )
}
