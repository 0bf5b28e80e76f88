import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { BY_ROW_KEY, readKeyset } from '~/platform/db/keyset'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { readSearchParams } from '~/platform/request/search-params'
import { today } from '~/platform/values/dates'
import { StageBadge } from '~/ui/Badge'
import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { Money } from '~/ui/Figures'
import { FilterBar } from '~/ui/FilterBar'
import { FilterPeriod } from '~/ui/FilterPeriod'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { Stat, StatRow } from '~/ui/Stat'
import { listBankMovements, listBankStatements, readBank } from './bank.server'
import { movementColumns } from './components/movement-columns'
import { StatementsPanel } from './components/StatementsPanel'
import { listBankPositions } from './queries.server'
import { balanceSchema } from './schema'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? data.bank.bank : 'No such document'} · Kalakal` },
]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'treasury.position')
  const { projectId } = project
  const bank = await readBank(db, projectId, params.id ?? '')
  const searchParams = readSearchParams(request.url)
  const filters = {
    from: searchParams.day('from'),
    to: searchParams.day('to'),
  }
  const keyset = readKeyset(request.url, BY_ROW_KEY)
  const positions = await listBankPositions(db, projectId)
  return {
    bank,
    position: positions.find(({ id }) => id === bank.id) ?? null,
    movements: await listBankMovements(db, projectId, bank.id, keyset, filters),
    statements: await listBankStatements(db, projectId, bank.id),
    filtered: Object.values(filters).some(Boolean),
    form: project.permissions.includes('treasury.write')
      ? { project: projectId, idempotencyKey: newIdempotencyKey(), today: today(project.timeZone) }
      : null,
    mayOpenVouchers: project.permissions.includes('vouchers.read'),
    currency: project.currency,
    timeZone: project.timeZone,
  }
}

export const action = formAction({
  permission: 'treasury.write',
  schema: balanceSchema,
  command: ({ run, id, value }) =>
    run('record_bank_balance', { p_balance: { ...value, bank_id: id } }),
  done: 'Statement balance saved.',
})

/** Shows one bank account: its book balance, its movements, and its statement balances. */
export default function Bank() {
  const data = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { bank, position, movements, currency } = data
  return (
    <>
      <PageHeader
        title={bank.bank}
        badges={bank.status === 'active' ? null : <StageBadge stage={bank.status} />}
        crumbs={[{ label: 'Cash position', to: paths.treasury.position }]}
        description={`Account ${bank.account_no}`}
      />
      {position ? (
        <StatRow>
          <Stat label={`Book balance (${currency})`} value={<Money value={position.balance} />} />
          <Stat label="Uncleared receipts" value={<Money value={position.inTransit} />} />
          <Stat label="Outstanding cheques" value={<Money value={position.goingOut} />} />
          <Stat label="Projected, 30 days" value={<Money value={position.expected} />} />
        </StatRow>
      ) : null}
      <div className="grid gap-4">
        <StatementsPanel {...data} lastResult={lastResult} />
        <Panel title="Movements" flush>
          <FilterBar>
            <FilterPeriod />
          </FilterBar>
          <DataTable
            caption="Movements"
            count={movements.count}
            rows={movements.rows}
            rowKey={({ key }) => key}
            columns={movementColumns(movements, currency, data.mayOpenVouchers)}
            empty={
              <EmptyState
                line
                title={data.filtered ? 'No movements in this period' : 'No movements yet'}
              >
                {data.filtered
                  ? 'Try other dates, or clear the filters.'
                  : 'Transfers, cash deposits and cleared cheques are listed here.'}
              </EmptyState>
            }
            footer={<Pager newer={movements.newer} older={movements.older} />}
          />
        </Panel>
      </div>
    </>
  )
}
