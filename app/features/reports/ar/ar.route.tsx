import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requirePermission } from '~/platform/guard.server'
import { LinkButton } from '~/ui/Button'
import { ReportScreen } from '../components/ReportScreen'
import { loadReport } from '../load.server'
import { arReport } from './definition'
import { statementsOf } from './statements'

export const meta: MetaFunction = () => [{ title: `${arReport.title} · Kalakal` }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, arReport.permission)
  return loadReport(arReport, reader, request.url)
}

export default function ArReport() {
  const data = useLoaderData<typeof loader>()
  return (
    <ReportScreen
      report={arReport}
      data={data}
      actions={<LinkButton to={statementsOf(data.view.filters)}>Statements</LinkButton>}
    />
  )
}
