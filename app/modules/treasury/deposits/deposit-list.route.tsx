import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listBankOptions } from '~/modules/masters/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { readOrder } from '~/platform/db/orders'
import { addMoney } from '~/platform/values/money'
import { LinkButton } from '~/ui/Button'
import { ClosedBadge } from '~/ui/ClosedThrough'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText, Money } from '~/ui/Figures'
import { FileLinks } from '~/ui/FileLinks'
import { FilterBar, FilterSelect } from '~/ui/FilterBar'
import { FilterPeriod } from '~/ui/FilterPeriod'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { useListLink } from '~/ui/useListLink'
import { THIS_WEEK } from '~/ui/ViewChips'
import { TreasuryTabs } from '../components/TreasuryTabs'
import { listSlips, readSlipFilters, SLIP_ORDERS, type SlipRow } from './queries.server'

export const meta: MetaFunction = () => [{ title: 'Deposits · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'treasury.position')
  const banks = await listBankOptions(db, project.projectId)
  const filters = readSlipFilters(request.url, banks)
  const { keyset, sort, order } = readOrder(request.url, SLIP_ORDERS)
  return {
    ...(await listSlips(db, project.projectId, keyset, { ...filters, sort })),
    order,
    banks,
    filtered: Object.values(filters).some(Boolean),
    permissions: project.permissions,
    currency: project.currency,
  }
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

function columnsOf(data: Data): Column<SlipRow>[] {
  return [
    {
      key: 'slip',
      header: 'Deposit slip no.',
      cell: (row) => row.slipNo,
      total: 'Total',
    },
    { key: 'on', header: 'Deposited', cell: (row) => <DateText value={row.depositedOn} /> },
    { key: 'bank', header: 'Bank', grow: true, cell: (row) => row.bank },
    {
      key: 'account',
      tablet: 'hide',
      header: 'Account no.',
      cell: (row) => <span className="figures">{row.accountNo}</span>,
    },
    {
      key: 'count',
      tablet: 'hide',
      header: 'Cheques',
      align: 'end',
      cell: (row) => row.cheques || '–',
    },
    { key: 'waiting', header: 'Uncleared', align: 'end', cell: (row) => row.waiting || '–' },
    {
      key: 'returned',
      tablet: 'hide',
      header: 'Returned',
      align: 'end',
      cell: (row) => row.returned || '–',
    },
    {
      key: 'cheques',
      header: `In cheques (${data.currency})`,
      align: 'end',
      cell: (row) => <Money value={row.chequeAmount} />,
      total: <Money value={data.allCheques} />,
    },
    {
      key: 'cash',
      header: 'In cash',
      align: 'end',
      cell: (row) => <Money value={row.cash} />,
      total: <Money value={data.allCash} />,
    },
    {
      key: 'total',
      header: 'Total',
      phone: 'amount',
      align: 'end',
      cell: (row) => <Money value={row.total} />,
      total: <Money value={addMoney(data.allCheques, data.allCash)} />,
    },
  ]
}

/** Lists the deposit slips, newest first unless another order is chosen. */
export default function DepositList() {
  const link = useListLink()
  const data = useLoaderData<typeof loader>()
  const mayWrite = data.permissions.includes('treasury.write')
  const columns = columnsOf(data)
  return (
    <>
      <PageHeader
        tabs={<TreasuryTabs permissions={data.permissions} />}
        badges={<ClosedBadge />}
        title="Deposits"
        actions={
          mayWrite ? (
            <>
              <LinkButton to={paths.treasury.cheques}>Deposit cheques</LinkButton>
              <LinkButton to={paths.treasury.addDeposit} variant="primary">
                Deposit cash
              </LinkButton>
            </>
          ) : null
        }
        more={<FileLinks />}
      />
      <Panel flush>
        <FilterBar
          search="Slip or cheque no."
          columns={columns}
          order={data.order}
          views="deposits"
          arrange
          presets={[THIS_WEEK]}
        >
          <FilterSelect name="bank" label="Account" options={data.banks} />
          <FilterPeriod what="Deposited" />
        </FilterBar>
        <DataTable
          caption="Deposits"
          count={data.count}
          rows={data.rows}
          rowKey={(row) => row.id}
          rowLink={(row) => link(paths.treasury.deposit(row.id), row)}
          columns={columns}
          order={data.order}
          empty={
            data.filtered ? (
              <EmptyState title="No results">Try another number, or clear the filters.</EmptyState>
            ) : (
              <EmptyState title="No deposits yet">
                Deposit slips with cheques, cash or both are listed here.
              </EmptyState>
            )
          }
          footer={<Pager newer={data.newer} older={data.older} />}
        />
      </Panel>
    </>
  )
}
