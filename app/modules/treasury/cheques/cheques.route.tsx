import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { listBankOptions } from '~/modules/masters/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import type { Listed, Page } from '~/platform/db/keyset'
import { readOrder } from '~/platform/db/orders'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { today } from '~/platform/values/dates'
import { addMoney, formatMoney, type Money, money } from '~/platform/values/money'
import { ClosedBadge } from '~/ui/ClosedThrough'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { ErrorBanner, sentencesOf } from '~/ui/ErrorBanner'
import { Money as Amount } from '~/ui/Figures'
import { FileLinks } from '~/ui/FileLinks'
import { FilterBar } from '~/ui/FilterBar'
import { FilterPeriod } from '~/ui/FilterPeriod'
import { MenuLink } from '~/ui/Menu'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { Stat, StatRow } from '~/ui/Stat'
import { Tabs } from '~/ui/Tabs'
import { useListLink } from '~/ui/useListLink'
import { TreasuryTabs } from '../components/TreasuryTabs'
import { ChequeActions } from './components/ChequeActions'
import { DepositForm } from './components/DepositForm'
import { receivedColumns } from './components/register-columns'
import {
  type ReceivedRow,
  readReceived,
  readReceivedFilters,
  readReceivedTotals,
  receivedOrders,
} from './register.server'
import { clearReceivedSchema, depositSchema, returnSchema } from './schema'
import {
  DEPOSITABLE,
  RECEIVED_TABS,
  type ReceivedTab,
  readReceivedTab,
  receivedTabAt,
} from './tabs'

export const meta: MetaFunction = () => [{ title: 'Cheques · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'collections.read')
  const { projectId, permissions } = project
  const search = new URL(request.url).searchParams
  const tab = readReceivedTab(search)
  const filters = readReceivedFilters(request.url)
  const mayWrite = permissions.includes('treasury.write')
  const filtered = Object.values(filters).some(Boolean)
  const { keyset, sort, order } = readOrder(request.url, receivedOrders(tab))
  const [page, totals, banks] = await Promise.all([
    readReceived(db, projectId, tab, { ...filters, sort }, keyset),
    readReceivedTotals(db, projectId),
    mayWrite ? listBankOptions(db, projectId) : null,
  ])
  return {
    tab,
    rows: page.rows.map((row) => ({
      ...row,
      idempotencyKeys: { clear: newIdempotencyKey(), return: newIdempotencyKey() },
    })),
    newer: page.newer,
    older: page.older,
    order,
    total: totalOf(page, keyset.cursor === null, filtered ? null : totals[tab]!.amount),
    filtered,
    totals,
    banks: banks ?? [],
    mayWrite,
    permissions,
    project: projectId,
    currency: project.currency,
    today: today(project.timeZone),
    idempotencyKey: newIdempotencyKey(),
  }
}

/** Returns the sum of the cheques found: that of the tab without filters, else of the only page; null on one of several. */
function totalOf(page: Page<ReceivedRow>, isFirst: boolean, ofTab: Money | null): Money | null {
  if (ofTab !== null) return ofTab
  if (!isFirst || page.older) return null
  // A cleared cheque has a row for each invoice that it paid.
  const amounts = new Map(page.rows.map(({ id, amount }) => [id, amount]))
  return addMoney(...amounts.values())
}

const toTab = ({ url }: { url: URL }) => receivedTabAt(readReceivedTab(url.searchParams))

export const action = formActions({
  permission: 'treasury.write',
  intents: (intent) => ({
    deposit: intent({
      schema: depositSchema,
      command: ({ run, value }) => run('deposit_cheque', { p_deposit: value }),
      // The message names the cheque, because its row has no space for an error.
      fieldOf: (field) => (field.startsWith('cheques') ? undefined : field),
      done: ({ cheques, cash, slip_no }, sent) => {
        const parts = [
          ...(cheques === 0 ? [] : [countOf(cheques)]),
          ...(money(cash) === '0.00' ? [] : [`${formatMoney(money(cash))} in cash`]),
        ]
        return { to: toTab(sent), text: `${parts.join(' and ')} deposited on slip ${slip_no}.` }
      },
    }),
    clear: intent({
      schema: clearReceivedSchema,
      command: ({ run, form, value: { version, date } }) =>
        run('clear_cheque', { p_collection: chequeOf(form), p_version: version, p_date: date }),
      done: (_, sent) => ({ to: toTab(sent), text: 'Cheque cleared.' }),
    }),
    return: intent({
      schema: returnSchema,
      command: ({ run, form, value: { version, date, reason } }) =>
        run('return_cheque', {
          p_collection: chequeOf(form),
          p_version: version,
          p_date: date,
          p_reason: reason,
        }),
      done: (_, sent) => ({
        to: toTab(sent),
        text: 'Cheque returned; the bookings that it paid are open again.',
        tone: 'info',
      }),
    }),
  }),
})

type Row = Listed<ReceivedRow> & { idempotencyKeys: { clear: string; return: string } }

const chequeOf = (form: FormData) => String(form.get('cheque') ?? '')

/** Lists the received cheques by tab: to deposit, deposited, returned and so on. */
export default function Cheques() {
  const data = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const link = useListLink()
  const { tab, rows, totals, mayWrite } = data
  const deposits = mayWrite && DEPOSITABLE.includes(tab)
  const gone = !rows.some(({ id }) => id === lastResult?.initialValue?.cheque)
  const columns = (checkbox?: Column<Row>) =>
    receivedColumns<Row>({
      tab,
      currency: data.currency,
      total: data.total,
      checkbox,
      actions: mayWrite
        ? (cheque) => (
            <ChequeActions
              {...{ cheque, tab, project: data.project, today: data.today, lastResult }}
            />
          )
        : null,
    })
  const table = (checkbox?: Column<Row>) => (
    <DataTable
      key={tab}
      caption={RECEIVED_TABS[tab].label}
      wide
      // A cleared cheque has a row for each invoice that it paid.
      count={data.filtered || tab === 'cleared' ? undefined : totals[tab]!.cheques}
      columns={columns(checkbox)}
      rows={rows}
      rowKey={(row) => row.key}
      rowLink={(row) => link(paths.treasury.collection(row.id), row)}
      order={data.order}
      empty={
        <EmptyState title={data.filtered ? 'No results' : 'None'}>
          {data.filtered
            ? 'Try another number or name, or clear the filters.'
            : RECEIVED_TABS[tab].empty}
        </EmptyState>
      }
      footer={<Pager newer={data.newer} older={data.older} labels={['Back', 'Next']} />}
    />
  )
  return (
    <>
      <PageHeader
        tabs={<TreasuryTabs permissions={data.permissions} />}
        badges={<ClosedBadge />}
        title="Cheques"
        more={
          <>
            <FileLinks />
            <MenuLink to={paths.masters.list('banks')}>Bank accounts</MenuLink>
          </>
        }
      />
      <StatRow>
        {(['due', 'deposited', 'returned', 'upcoming'] as const).map((name) => (
          <Stat
            key={name}
            label={`${RECEIVED_TABS[name].label} (${data.currency})`}
            value={<Amount value={totals[name]!.amount} />}
            note={countOf(totals[name]!.cheques)}
            to={receivedTabAt(name)}
          />
        ))}
      </StatRow>
      <Tabs
        label="Questions"
        items={(Object.keys(RECEIVED_TABS) as ReceivedTab[]).map((name) => ({
          label: RECEIVED_TABS[name].label,
          to: receivedTabAt(name),
          current: name === tab,
          count: totals[name]!.cheques,
        }))}
      />
      {/* Another user was faster: the row has left this tab, but its error is shown. */}
      <ErrorBanner
        errors={
          gone && lastResult?.initialValue?.intent !== 'deposit' ? sentencesOf(lastResult) : null
        }
      />
      <Panel flush>
        <FilterBar
          keep={['tab']}
          search="Cheque, CR, invoice or customer"
          columns={columns()}
          order={data.order}
          views="cheques"
          arrange
        >
          <FilterPeriod what={RECEIVED_TABS[tab].date} ahead />
        </FilterBar>
        {deposits && rows.length > 0 ? (
          <DepositForm key={tab} {...{ ...data, table, lastResult }} />
        ) : (
          table()
        )}
      </Panel>
    </>
  )
}

const countOf = (cheques: number) => (cheques === 1 ? '1 cheque' : `${cheques} cheques`)
