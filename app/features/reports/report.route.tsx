import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requirePermission } from '~/platform/guard.server'
import { askedReport } from './asked.server'
import { ReportScreen } from './components/ReportScreen'
import { loadReport } from './load.server'
import { reportAt } from './registry'

export const meta: MetaFunction = ({ location }) => [
  { title: `${reportAt(location.pathname)?.title ?? 'Report'} · Kalakal` },
]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, askedReport(request).permission)
  return loadReport(askedReport(request), reader, request.url)
}

/** Any report on screen: they share this module, and the address says which one it is. */
export default function Report() {
  const data = useLoaderData<typeof loader>()
  // Kept apart, so that no field of one report's filters becomes another's.
  return <ReportScreen key={data.path} report={reportAt(data.path)!} data={data} />
}
