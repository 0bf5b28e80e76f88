import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requirePermission } from '~/platform/guard.server'
import { ReportScreen } from '../components/ReportScreen'
import { loadReport } from '../load.server'
import { expenseReport } from './definition'

export const meta: MetaFunction = () => [{ title: `${expenseReport.title} · Kalakal` }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, expenseReport.permission)
  return loadReport(expenseReport, reader, request.url)
}

export default function ExpenseReport() {
  return <ReportScreen report={expenseReport} data={useLoaderData<typeof loader>()} />
}
