import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requirePermission } from '~/platform/access/guard.server'
import { ReportScreen } from './components/ReportScreen'
import { forReader } from './definition'
import { reportOf } from './filters.server'
import { loadReport } from './load.server'
import { definitionOf, loadBoth } from './loaded'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? 'Report'} · Kalakal` },
]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, reportOf(request).permission)
  const report = reportOf(request)
  return { ...(await loadReport(report, reader, request.url)), title: report.title }
}

export { loadBoth as clientLoader }

/** Shows a report on screen. All reports share this module; the address names the report. */
export default function Report() {
  const data = useLoaderData<typeof loader>()
  const report = forReader(definitionOf(data), data.permissions)
  // The key separates the reports, so that no field of one report's filters becomes another's.
  return <ReportScreen key={data.path} report={report} data={data} />
}
