import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { Badge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { listLayouts } from './layout.server'

export const meta: MetaFunction = () => [{ title: 'Cheque layouts · Kalakal' }]

export async function loader({ context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'treasury.read')
  return { accounts: await listLayouts(db, project.projectId) }
}

/** Lists the bank accounts with the layout of their cheques. */
export default function Layouts() {
  const { accounts } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Cheque layouts"
        crumbs={[{ label: 'Cheques issued', to: paths.expenses.cheques }]}
        description="Print positions of each bank’s cheques. Until set, the standard cheque of 8 × 3 inches is used."
      />
      <Panel flush>
        <DataTable
          caption="Bank accounts"
          rows={accounts}
          rowKey={({ id }) => id}
          rowLink={({ id }) => paths.expenses.chequeLayout(id)}
          columns={[
            { key: 'bank', header: 'Bank', cell: ({ bank }) => bank },
            {
              key: 'account',
              header: 'Account no.',
              cell: ({ accountNo }) => <span className="figures">{accountNo}</span>,
            },
            {
              key: 'layout',
              header: 'Layout',
              cell: ({ measured }) =>
                measured ? (
                  <Badge tone="ok">Measured</Badge>
                ) : (
                  <Badge tone="neutral">Standard</Badge>
                ),
            },
          ]}
          empty={
            <EmptyState
              title="No bank account yet"
              action={<LinkButton to={paths.masters.list('banks')}>Banks</LinkButton>}
            >
              Add the company’s bank accounts first.
            </EmptyState>
          }
        />
      </Panel>
    </>
  )
}
