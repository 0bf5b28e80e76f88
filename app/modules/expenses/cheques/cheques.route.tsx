import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { listBankOptions } from '~/modules/masters/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import type { Listed } from '~/platform/db/keyset'
import { readOrder } from '~/platform/db/orders'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { today } from '~/platform/values/dates'
import type { Money } from '~/platform/values/money'
import { LinkButton } from '~/ui/Button'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { FileLinks } from '~/ui/FileLinks'
import { FilterBar, FilterSelect } from '~/ui/FilterBar'
import { FilterPeriod } from '~/ui/FilterPeriod'
import { Icon } from '~/ui/Icon'
import { MenuLink } from '~/ui/Menu'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { Tabs } from '~/ui/Tabs'
import { useListLink } from '~/ui/useListLink'
import { ExpenseTabs } from '../components/ExpenseTabs'
import { ClearForm } from './components/ClearForm'
import { issuedColumns } from './components/register-columns'
import {
  type IssuedRow,
  issuedOrders,
  readIssued,
  readIssuedFilters,
  readIssuedTotals,
} from './register.server'
import { clearIssuedSchema } from './schema'
import { CLEARABLE, ISSUED_TABS, type IssuedTab, issuedTabAt, readIssuedTab } from './tabs'

export const meta: MetaFunction = () => [{ title: 'Cheques issued · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'treasury.read')
  const { projectId, permissions } = project
  const search = new URL(request.url).searchParams
  const tab = readIssuedTab(search)
  const filters = readIssuedFilters(request.url)
  const { keyset, sort, order } = readOrder(request.url, issuedOrders(tab))
  const [page, totals, banks] = await Promise.all([
    readIssued(db, projectId, tab, { ...filters, sort }, keyset),
    readIssuedTotals(db, projectId, filters),
    listBankOptions(db, projectId),
  ])
  return {
    tab,
    ...page,
    order,
    totals,
    banks,
    filtered: Object.values(filters).some(Boolean),
    seesVouchers: permissions.includes('vouchers.read'),
    mayClear: permissions.includes('treasury.write'),
    mayPrint: permissions.includes('vouchers.write'),
    mayKeepBooks: permissions.includes('masters.write'),
    project: projectId,
    currency: project.currency,
    today: today(project.timeZone),
    idempotencyKey: newIdempotencyKey(),
  }
}

export const action = formAction({
  permission: 'treasury.write',
  schema: clearIssuedSchema,
  command: ({ run, value }) => run('clear_issued_cheques', { p_cleared: value }),
  // The message names the cheque, because its row has no space for an error.
  fieldOf: (field) => (field.startsWith('cheques') ? undefined : field),
  done: ({ cheques }, { url }) => ({
    to: issuedTabAt(readIssuedTab(url.searchParams)),
    text: cheques === 1 ? '1 cheque cleared.' : `${cheques} cheques cleared.`,
  }),
})

/** Lists the company's issued cheques by tab: to print, outstanding, cleared and so on. */
export default function IssuedCheques() {
  const data = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const link = useListLink()
  const { tab, rows, totals, banks, filtered } = data
  const clears = data.mayClear && CLEARABLE.includes(tab)
  const columns = (checkbox?: Column<Row>) =>
    issuedColumns<Row>({
      tab,
      currency: data.currency,
      total: totals[tab]!.amount,
      checkbox,
      mayPrint: data.mayPrint,
    })
  const table = (checkbox?: Column<Row>) => (
    <DataTable
      key={tab}
      caption={ISSUED_TABS[tab].label}
      count={totals[tab]!.cheques}
      columns={columns(checkbox)}
      rows={rows}
      rowKey={(row) => row.key}
      rowLink={(row) => link(paths.expenses.cheque(row.id), row)}
      order={data.order}
      empty={
        <EmptyState title={filtered ? 'No results' : 'None'}>
          {filtered ? 'Try another number or name, or clear the filters.' : ISSUED_TABS[tab].empty}
        </EmptyState>
      }
      footer={<Pager newer={data.newer} older={data.older} labels={['Back', 'Next']} />}
    />
  )
  return (
    <>
      <PageHeader
        tabs={data.seesVouchers ? <ExpenseTabs /> : null}
        title="Cheques issued"
        actions={
          data.mayKeepBooks ? (
            <LinkButton to={paths.expenses.addChequeBook} variant="primary">
              <Icon name="plus" />
              Add cheque book
            </LinkButton>
          ) : null
        }
        more={
          <>
            <FileLinks />
            <MenuLink to={paths.expenses.chequeLayouts}>Layouts</MenuLink>
          </>
        }
      />
      <ChequeTabs tab={tab} totals={totals} />
      <Panel flush>
        <FilterBar
          search="Cheque or voucher no., payee, amount"
          keep={['tab']}
          columns={columns()}
          order={data.order}
          views="issued_cheques"
          arrange
        >
          <FilterSelect name="bank" label="Account" options={banks} />
          {ISSUED_TABS[tab].date ? <FilterPeriod what={ISSUED_TABS[tab].date} ahead /> : null}
        </FilterBar>
        {clears && rows.length > 0 ? (
          <ClearForm key={tab} {...{ ...data, table, lastResult }} />
        ) : (
          table()
        )}
      </Panel>
    </>
  )
}

type Row = Listed<IssuedRow>

interface Props {
  tab: IssuedTab
  totals: Record<string, { cheques: number; amount: Money }>
}

/** Shows the tabs of the issued cheques, each with its number of cheques. */
function ChequeTabs({ tab, totals }: Props) {
  return (
    <Tabs
      label="Questions"
      items={(Object.keys(ISSUED_TABS) as IssuedTab[]).map((name) => ({
        label: ISSUED_TABS[name].label,
        to: issuedTabAt(name),
        current: name === tab,
        count: totals[name]!.cheques,
      }))}
    />
  )
}
