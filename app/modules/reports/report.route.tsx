import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requirePermission } from '~/platform/access/guard.server'
import {
  invalidReply,
  newIdempotencyKey,
  readForm,
  readIdempotencyKey,
  refusedReply,
} from '~/platform/forms/form.server'
import { problem } from '~/platform/request/errors'
import { redirectWithToast } from '~/platform/request/toast.server'
import { ReportScreen } from './components/ReportScreen'
import { ReportViews } from './components/ReportViews'
import { reportOf, resolveFilters } from './filters.server'
import { loadReport } from './load.server'
import { definitionOf, loadBoth } from './loaded'
import { viewSchema } from './schema'
import { listViews, removeView, saveView, searchOf } from './views.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? 'Report'} · Kalakal` },
]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, reportOf(request).permission)
  const report = reportOf(request)
  const [data, views] = await Promise.all([
    loadReport(report, reader, request.url),
    listViews(reader, report),
  ])
  return {
    ...data,
    title: report.title,
    views,
    search: searchOf(report, reader.project, data.view.filters),
    project: reader.project.projectId,
    idempotencyKey: newIdempotencyKey(),
  }
}

export { loadBoth as clientLoader }

/** Saves the filters of the screen under a name, or deletes saved ones. */
export async function action({ request, context }: ActionFunctionArgs) {
  const reader = await requirePermission(context, reportOf(request).permission)
  const report = reportOf(request)
  const form = await readForm(request, reader.project)
  const removed = form.get('remove')
  if (typeof removed === 'string') {
    const result = await removeView(reader, readIdempotencyKey(form), removed)
    if (!result.ok) throw problem(result.error.status, result.error.message)
    return redirectWithToast(`${report.path}${new URL(request.url).search}`, 'Filters removed.')
  }
  const submission = parseWithZod(form, { schema: viewSchema })
  if (submission.status !== 'success') return invalidReply(submission)
  const { name, shared, search } = submission.value
  const { filters } = resolveFilters(report, reader.project, new URLSearchParams(search))
  const kept = searchOf(report, reader.project, filters)
  const result = await saveView(reader, report, readIdempotencyKey(form), {
    name,
    shared,
    search: kept,
  })
  if (!result.ok) return refusedReply(submission, result.error)
  return redirectWithToast(`${report.path}?${kept}`, `Filters kept as ${name}.`)
}

/** Shows a report on screen. All reports share this module; the address names the report. */
export default function Report() {
  const { views, search, project, idempotencyKey, ...data } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const report = definitionOf(data)
  // The key separates the reports, so that no field of one report's filters becomes another's.
  return (
    <ReportScreen key={data.path} report={report} data={data}>
      <ReportViews path={report.path} {...{ views, search, project, idempotencyKey, lastResult }} />
    </ReportScreen>
  )
}
