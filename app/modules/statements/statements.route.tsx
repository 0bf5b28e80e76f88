import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData, useSearchParams } from '@remix-run/react'
import { PrintActions } from '~/modules/prints/PrintActions'
import { numbered, numberPrint } from '~/modules/prints/print-form.server'
import { readPrinted } from '~/modules/prints/prints.server'
import { printSchema } from '~/modules/prints/schema'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { formAction } from '~/platform/forms/form-action.server'
import { today } from '~/platform/values/dates'
import { LinkButton } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { Money } from '~/ui/Figures'
import { FileLinks } from '~/ui/FileLinks'
import {
  FilterAmount,
  FilterBar,
  FilterCheck,
  FilterDate,
  FilterMoment,
  FilterSelect,
} from '~/ui/FilterBar'
import { FilterPicker } from '~/ui/FilterPicker'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { PaperChoice } from '~/ui/PaperChoice'
import { Stat, StatRow } from '~/ui/Stat'
import { StatementSheet } from './components/StatementSheet'
import { readStatementFilters } from './filters'
import { describePeriod } from './labels'
import { asPrinted } from './load.server'
import { loadStatements } from './many.server'
import { readKnownAt } from './period'

export const meta: MetaFunction = () => [{ title: 'Statements of account · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, 'reports.ar')
  const { url, print } = await readPrinted(reader, request.url)
  return asPrinted(await loadStatements(reader, url), print, reader.project)
}

/** Gives the print of this page of statements its number. */
export const action = formAction({
  permission: 'reports.ar',
  schema: printSchema,
  command: (sent) => {
    const { href, searchParams } = sent.url
    const { from, overdue_only, over_limit, ...filters } = readStatementFilters(
      href,
      today(sent.project.timeZone),
    )
    return numberPrint(sent, {
      report: 'statements',
      filters: {
        ...filters,
        // An empty first day means the beginning; an absent one would be another.
        from: from ?? '',
        overdue_only: overdue_only ? '1' : null,
        over_limit: over_limit ? '1' : null,
        after: searchParams.get('after'),
        before: searchParams.get('before'),
        known_at: readKnownAt(href, sent.project.timeZone),
      },
    })
  },
  done: (print) => numbered(paths.statements.list, print),
})

/** Shows the statements of account of many customers, one sheet each, to print at once. */
export default function StatementsOfAccount() {
  const data = useLoaderData<typeof loader>()
  const { statements, receivables, currency, letterhead, printed, project, idempotencyKey } = data
  const lastResult = useActionData<typeof action>()
  const [search] = useSearchParams()
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title="Statements of account"
          description={`${describePeriod(data.filters)} · Run by ${data.run}`}
          crumbs={[
            { label: 'Customers', to: paths.customers.list },
            { label: 'Accounts receivable', to: paths.reports.report('ar') },
          ]}
          actions={
            statements.length > 0 ? (
              <>
                <PaperChoice />
                <FileLinks to={`${paths.statements.excel}?${search}`} />
                <PrintActions
                  {...{ printed, project, idempotencyKey, lastResult }}
                  described={describePeriod(data.filters)}
                />
              </>
            ) : null
          }
        />
        <StatRow>
          <Stat label="Customers" value={data.customers.toLocaleString('en-US')} />
          <Stat
            label={`Amount due (${currency})`}
            value={<Money value={receivables.clearedBalance} />}
            note="When cleared money alone counts"
          />
          <Stat label="Overdue" value={<Money value={receivables.overdue} />} />
          <Stat
            label="Balance"
            value={<Money value={receivables.balance} />}
            note="After cheques held, not cleared"
          />
        </StatRow>
        <Panel flush className="mb-4">
          <FilterBar>
            <FilterDate
              name="from"
              label="From (empty: the beginning)"
              defaultValue={data.filters.from ?? ''}
            />
            <FilterDate name="to" label="To" defaultValue={data.filters.to} />
            <FilterMoment name="known_at" label="As known at" timeZone={data.timeZone} />
            <FilterSelect name="agent_id" label="Agent" options={data.agents} />
            <FilterPicker
              name="customer_id"
              label="Customer"
              choices={data.choices}
              source={paths.customers.options}
            />
            <FilterAmount name="min_balance" label="Owes at least" />
            <FilterCheck name="overdue_only" label="Overdue only" />
            <FilterCheck name="over_limit" label="Over credit line" />
          </FilterBar>
          {statements.length > 0 ? (
            <div className="flex flex-wrap items-center justify-between gap-2 px-3 py-2 text-xs text-muted">
              <span className="figures">
                {data.newer || data.older
                  ? `${statements.length} of ${data.customers.toLocaleString('en-US')} sheets on this page`
                  : 'A sheet for each customer'}
              </span>
              <Pager newer={data.newer} older={data.older} labels={['Back', 'Next']} />
            </div>
          ) : (
            <EmptyState
              title="No customer owes anything here"
              action={<LinkButton to={paths.statements.list}>Reset the filters</LinkButton>}
            >
              A customer without an open document has a statement on the customer’s own page.
            </EmptyState>
          )}
        </Panel>
      </div>
      {statements.map((each) => (
        <StatementSheet
          key={each.customer.id}
          {...each}
          {...{ letterhead, currency, printed }}
          batch
        />
      ))}
    </>
  )
}
