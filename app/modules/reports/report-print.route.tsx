import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useRef } from 'react'
import { readLetterhead } from '~/modules/logos/letterhead.server'
import { PrintActions } from '~/modules/prints/PrintActions'
import { numbered, numberPrint, printForm } from '~/modules/prints/print-form.server'
import { readPrinted } from '~/modules/prints/prints.server'
import { printSchema } from '~/modules/prints/schema'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { formAction } from '~/platform/forms/form-action.server'
import { asKnown } from '~/platform/request/as-known.server'
import { chosenColumns } from '~/platform/request/list-columns'
import { EmptyState } from '~/ui/EmptyState'
import { FileLinks } from '~/ui/FileLinks'
import { PageHeader } from '~/ui/PageHeader'
import { PaperChoice } from '~/ui/PaperChoice'
import { PaperSheets } from '~/ui/PaperSheet'
import { folderOf } from './definition'
import { reportOf, resolveFilters } from './filters.server'
import { loadReportForPrint } from './load.server'
import { reportPaper } from './report-paper.server'
import { searchWith } from './shown'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? 'Report'}, print · Kalakal` },
]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, reportOf(request).permission)
  const report = reportOf(request)
  const { url, print } = await readPrinted(reader, request.url)
  const [{ rows, heading: run, ...data }, letterhead] = await Promise.all([
    loadReportForPrint(report, reader, url),
    readLetterhead(reader.db, reader.project),
  ])
  const { view, count, chosen } = data
  const heading = print
    ? { ...run, described: print.described, runBy: print.by, runAt: print.at }
    : run
  const form = printForm(reader.project, print, view.filters.known_at)
  const made =
    rows && reportPaper({ report, ...data, rows, heading, letterhead, printed: form.printed.text })
  const { no } = form.printed
  return {
    title: report.title,
    path: report.path,
    search: searchWith(view.filters, chosen).toString(),
    described: heading.described,
    count,
    beyond: made?.beyond ?? [],
    papers: made && { file: no ? `${report.title} ${no}` : report.title, sheets: [made.paper] },
    ...form,
  }
}

/** Gives the print its number. */
export const action = formAction({
  permission: (request) => reportOf(request).permission,
  document: async ({ url }) => reportOf(url),
  schema: printSchema,
  command: async (sent) => {
    const { project } = await asKnown(sent, sent.url.href)
    const { filters } = resolveFilters(sent.document, project, sent.url.searchParams)
    const columns = searchWith({}, chosenColumns(sent.url.searchParams))
    return numberPrint(sent, { report: folderOf(sent.document), filters, columns })
  },
  done: (print, { document: { path }, form }) => numbered(`${path}/print`, print, form),
})

/** Prints a report: every row that the filters of its address find, not one page of them. */
export default function ReportPrint() {
  const data = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { title, path, search, described, count, beyond, papers } = data
  const { printed, project, idempotencyKey } = data
  const sheet = useRef<HTMLDivElement>(null)
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title={printed.no ? `${title} ${printed.no}` : `Print: ${title}`}
          crumbs={[
            { label: 'Home', to: paths.home },
            printed.no
              ? { label: 'Printed reports', to: paths.reports.prints }
              : { label: title, to: `${path}?${search}` },
          ]}
          actions={
            papers ? (
              <>
                <PaperChoice wide />
                <PrintActions
                  pdf
                  {...{ printed, project, idempotencyKey, lastResult, described }}
                  part={{ sheet, title: `${title} ${printed.no ?? ''}` }}
                />
              </>
            ) : null
          }
        />
      </div>
      {beyond.length > 0 ? (
        <p role="note" className="mb-3 text-sm print:hidden">
          The paper is too narrow for {beyond.join(', ')}. To print them, hide other columns of the
          report under Columns, or use the Excel file.
        </p>
      ) : null}
      {papers ? (
        <div ref={sheet}>
          <PaperSheets papers={papers} />
        </div>
      ) : (
        <EmptyState
          title={`${count.toLocaleString('en-US')} rows are too many for paper`}
          action={<FileLinks to={`${path}_excel?${search}`} />}
        >
          Choose a shorter period or fewer rows, or use the Excel file, which has all rows.
        </EmptyState>
      )}
    </>
  )
}
