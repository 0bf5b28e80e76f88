import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod/mini'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions, type Sent } from '~/platform/forms/form-action.server'
import { problem } from '~/platform/request/errors'
import { ReportScreen } from './components/ReportScreen'
import { ReportViews } from './components/ReportViews'
import { folderOf, forReader, type ReportDefinition } from './definition'
import { reportOf, resolveFilters } from './filters.server'
import { loadReport } from './load.server'
import { definitionOf, loadBoth } from './loaded'
import { viewSchema } from './schema'
import { listViews, searchOf } from './views.server'

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
    search: searchOf(report, reader.project, data.view.filters, new URL(request.url).searchParams),
    project: reader.project.projectId,
    idempotencyKey: newIdempotencyKey(),
  }
}

export { loadBoth as clientLoader }

/** Saves the filters of the screen under a name, or deletes saved ones. */
export const action = formActions({
  permission: (request) => reportOf(request).permission,
  document: async ({ url }) => reportOf(url),
  intentOf: (form) => (form.has('remove') ? 'remove' : 'default'),
  intents: (intent) => ({
    default: intent({
      schema: viewSchema,
      command: (sent) => {
        const { name, shared } = sent.value
        const view = { name, shared, search: searchIn(sent), report: folderOf(sent.document) }
        return sent.run('save_report_view', { p_view: view })
      },
      done: (_, sent) => ({
        to: `${sent.document.path}?${searchIn(sent)}`,
        text: `View saved as ${sent.value.name}.`,
      }),
    }),
    remove: intent({
      schema: z.object({ remove: z._default(z.string(), '') }),
      command: async ({ run, value }) => {
        const result = await run('remove_report_view', { p_view: value.remove })
        if (!result.ok) throw problem(result.error.status, result.error.message)
        return result
      },
      done: (_, { url, document: { path } }) => ({
        to: `${path}${url.search}`,
        text: 'View removed.',
      }),
    }),
  }),
})

/** Returns the filters and columns to keep, without defaults. */
function searchIn({
  project,
  document: report,
  value,
}: Sent<ReportDefinition> & { value: { search: string } }) {
  const search = new URLSearchParams(value.search)
  const { filters } = resolveFilters(report, project, search)
  return searchOf(report, project, filters, search)
}

/** Shows a report on screen. All reports share this module; the address names the report. */
export default function Report() {
  const { views, search, project, idempotencyKey, ...data } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const report = forReader(definitionOf(data), data.permissions)
  // The key separates the reports, so that no field of one report's filters becomes another's.
  return (
    <ReportScreen key={data.path} report={report} data={data}>
      <ReportViews path={report.path} {...{ views, search, project, idempotencyKey, lastResult }} />
    </ReportScreen>
  )
}
