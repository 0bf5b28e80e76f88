import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { readOrder, sortWhole, wholeOrders } from '~/platform/db/orders'
import { LinkButton } from '~/ui/Button'
import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { FileLinks } from '~/ui/FileLinks'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { ACCOUNT_TYPES } from './labels'
import { listAccounts } from './queries.server'

export const meta: MetaFunction = () => [{ title: 'Chart of accounts · Kalakal' }]

const ORDERS = wholeOrders({ code: 'number', name: 'text', type: 'text' })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'journal.read')
  const { sort, order } = readOrder(request.url, ORDERS)
  return {
    order,
    accounts: sortWhole(await listAccounts(db, project.projectId), sort, {
      code: ({ code }) => code,
      name: ({ name }) => name,
      type: ({ type }) => ACCOUNT_TYPES[type] ?? type,
    }),
    mayWrite: project.permissions.includes('accounts.write'),
  }
}

/** Lists the accounts of the journal by code. */
export default function Accounts() {
  const { accounts, order, mayWrite } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Chart of accounts"
        crumbs={[{ label: 'Journal', to: paths.reports.report('journal') }]}
        description="Accounts of the journal. Use the codes and names of your accounting software."
        actions={
          <>
            <LinkButton to={paths.reports.report('trial_balance')}>Trial balance</LinkButton>
            <FileLinks to={paths.accounting.accountsExcel} />
          </>
        }
      />
      <Panel flush>
        <DataTable
          caption="Chart of accounts"
          rows={accounts}
          count={accounts.length}
          order={order}
          rowKey={({ account }) => account}
          rowLink={mayWrite ? ({ account }) => paths.accounting.account(account) : undefined}
          columns={[
            { key: 'code', header: 'Code', cell: ({ code }) => code },
            { key: 'name', header: 'Account', cell: ({ name }) => name },
            { key: 'type', header: 'Type', cell: ({ type }) => ACCOUNT_TYPES[type] },
            { key: 'part', header: 'Subledger', cell: ({ part }) => part ?? '–' },
          ]}
          empty={<EmptyState title="No accounts" />}
        />
      </Panel>
    </>
  )
}
