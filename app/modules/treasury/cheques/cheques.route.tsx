import type { SubmissionResult } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { listBankOptions } from '~/modules/masters/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey, readForm } from '~/platform/forms/form.server'
import { readSearchParams } from '~/platform/request/search-params'
import { today } from '~/platform/values/dates'
import { LinkButton } from '~/ui/Button'
import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { ErrorBanner, sentencesOf } from '~/ui/ErrorBanner'
import { Money } from '~/ui/Figures'
import { FilterBar, FilterDate } from '~/ui/FilterBar'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { Stat, StatRow } from '~/ui/Stat'
import { Tabs } from '~/ui/Tabs'
import { TreasuryTabs } from '../components/TreasuryTabs'
import { performChequeAct } from './acts.server'
import { ChequeActs } from './components/ChequeActs'
import { DepositForm } from './components/DepositForm'
import { registerColumns } from './components/register-columns'
import { readRegister, readTotals } from './register.server'
import { DEPOSITABLE, readTab, TABS, type TabName, tabAt } from './tabs'

export const meta: MetaFunction = () => [{ title: 'Cheques · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'collections.read')
  const { projectId, permissions } = project
  const search = new URL(request.url).searchParams
  const tab = readTab(search)
  const searchParams = readSearchParams(search)
  const filters = {
    search: searchParams.text('q'),
    from: searchParams.day('from'),
    to: searchParams.day('to'),
  }
  const mayWrite = permissions.includes('treasury.write')
  const [page, totals, banks] = await Promise.all([
    readRegister(db, projectId, tab, filters, request.url),
    readTotals(db, projectId),
    mayWrite ? listBankOptions(db, projectId) : null,
  ])
  return {
    tab,
    rows: page.rows.map((row) => ({
      ...row,
      idempotencyKeys: { clear: newIdempotencyKey(), return: newIdempotencyKey() },
    })),
    older: page.older,
    filtered: Object.values(filters).some(Boolean),
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

export async function action({ request, context }: ActionFunctionArgs) {
  const { db, project } = await requirePermission(context, 'treasury.write')
  const form = await readForm(request, project)
  const tab = readTab(new URL(request.url).searchParams)
  return performChequeAct(db, project.projectId, form, tabAt(tab))
}

/** Lists the received cheques by tab: to deposit, not confirmed, returned and so on. */
export default function Cheques() {
  const data = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>() as SubmissionResult<string[]> | undefined
  const { tab, rows, totals, mayWrite } = data
  const deposits = mayWrite && DEPOSITABLE.includes(tab)
  const selected = lastResult?.initialValue?.cheques
  const gone = !rows.some(({ id }) => id === lastResult?.initialValue?.cheque)
  return (
    <>
      <PageHeader
        title="Cheques"
        actions={<LinkButton to={paths.masters.list('banks')}>Bank accounts</LinkButton>}
      />
      <TreasuryTabs permissions={data.permissions} />
      <StatRow>
        {(['due', 'deposited', 'returned', 'upcoming'] as const).map((name) => (
          <Stat
            key={name}
            label={`${TABS[name].label} (${data.currency})`}
            value={<Money value={totals[name]!.amount} />}
            note={countOf(totals[name]!.cheques)}
            to={tabAt(name)}
          />
        ))}
      </StatRow>
      <Tabs
        label="Questions"
        items={(Object.keys(TABS) as TabName[]).map((name) => ({
          label: TABS[name].label,
          to: tabAt(name),
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
        <FilterBar search="Cheque, CR, SO or invoice no., bank, customer">
          <input type="hidden" name="tab" value={tab} />
          <FilterDate name="from" label={`${TABS[tab].date} from`} />
          <FilterDate name="to" label={`${TABS[tab].date} to`} />
        </FilterBar>
        {deposits && rows.length > 0 ? (
          <DepositForm key={tab} {...{ ...data, lastResult }} />
        ) : null}
        <DataTable
          key={tab}
          caption={TABS[tab].label}
          columns={registerColumns({
            tab,
            currency: data.currency,
            checkbox:
              deposits && data.banks.length > 0
                ? { selected: Array.isArray(selected) ? selected.map(String) : [String(selected)] }
                : null,
            actions: mayWrite
              ? (cheque: (typeof rows)[number]) => (
                  <ChequeActs
                    {...{ cheque, tab, project: data.project, today: data.today, lastResult }}
                  />
                )
              : null,
          })}
          rows={rows}
          rowKey={(row) => row.key}
          empty={
            <EmptyState title={data.filtered ? 'No cheque matches' : 'None'}>
              {data.filtered
                ? 'Try another number or name, or clear the filters.'
                : TABS[tab].empty}
            </EmptyState>
          }
          footer={<Pager newer={null} older={data.older} labels={['Back', 'Next']} />}
        />
      </Panel>
    </>
  )
}

const countOf = (cheques: number) => (cheques === 1 ? '1 cheque' : `${cheques} cheques`)
