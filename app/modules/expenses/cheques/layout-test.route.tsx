import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { today } from '~/platform/values/dates'
import { PageHeader } from '~/ui/PageHeader'
import { PrintButton } from '~/ui/PrintButton'
import { ChequeOverlay } from './components/ChequeOverlay'
import { readLayout } from './layout.server'
import { sampleOf } from './sample'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Test page ${data?.account.bank ?? ''} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'treasury.read')
  return {
    account: await readLayout(db, project.projectId, params.id ?? ''),
    sample: sampleOf(project.currency, today(project.timeZone)),
  }
}

/** Prints a test page on plain paper: outline of a cheque, rulers, and every line at its place. */
export default function LayoutTest() {
  const { account, sample } = useLoaderData<typeof loader>()
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title="Test page"
          crumbs={[
            { label: 'Cheques issued', to: paths.expenses.cheques },
            { label: 'Cheque layouts', to: paths.expenses.chequeLayouts },
            {
              label: `${account.bank} · ${account.accountNo}`,
              to: paths.expenses.chequeLayout(account.id),
            },
          ]}
          description="Print it on plain paper at 100 % (actual size, no margins), and hold it with a cheque against the light."
          actions={<PrintButton />}
        />
      </div>
      <ChequeOverlay facts={sample} layout={account.layout} label="Test page" ruled />
    </>
  )
}
