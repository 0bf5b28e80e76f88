import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData, useSearchParams } from '@remix-run/react'
import { termsText } from '~/modules/customers/components/CreditLine'
import { PrintActions, PrintedLine } from '~/modules/prints/PrintActions'
import { numbered, numberPrint } from '~/modules/prints/print-form.server'
import { readPrinted } from '~/modules/prints/prints.server'
import { printSchema } from '~/modules/prints/schema'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { formAction } from '~/platform/forms/form-action.server'
import { today } from '~/platform/values/dates'
import { Details } from '~/ui/Details'
import { Money } from '~/ui/Figures'
import { FileLinks } from '~/ui/FileLinks'
import { FilterBar, FilterDate, FilterMoment } from '~/ui/FilterBar'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { PaperChoice } from '~/ui/PaperChoice'
import { Stat, StatRow } from '~/ui/Stat'
import { Entries } from './components/Entries'
import { OpenDocuments } from './components/OpenDocuments'
import { StatementSheet } from './components/StatementSheet'
import { chequesName, describePeriod, REMAINING } from './labels'
import { asPrinted, loadStatement } from './load.server'
import { readKnownAt, readStatementPeriod } from './period'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Statement of ${data?.customer.name ?? 'account'} · Kalakal` },
]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, 'reports.ar')
  const { url, print } = await readPrinted(reader, request.url)
  return asPrinted(await loadStatement(reader, params.id ?? '', url), print, reader.project)
}

/** Gives the print of the statement its number. */
export const action = formAction({
  permission: 'reports.ar',
  schema: printSchema,
  command: (sent) => {
    const { timeZone } = sent.project
    const { from, to } = readStatementPeriod(sent.url.href, today(timeZone))
    const known_at = readKnownAt(sent.url.href, timeZone)
    // An empty first day means the beginning; an absent one would be another.
    const filters = { from: from ?? '', to, known_at }
    return numberPrint(sent, { report: 'statement', customer_id: sent.id, filters })
  },
  done: (print, { id }) => numbered(paths.statements.customer(id), print),
})

/** Shows a customer's statement of account for a period, on screen and on paper. */
export default function StatementOfAccount() {
  const data = useLoaderData<typeof loader>()
  const { customer, statement, currency, printed, project, idempotencyKey } = data
  const lastResult = useActionData<typeof action>()
  const [search] = useSearchParams()
  const here = paths.customers.customer(customer.id)
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title="Statement of account"
          description={`${customer.name} · ${describePeriod(statement)}`}
          crumbs={[
            { label: 'Customers', to: paths.customers.list },
            { label: customer.name, to: here },
          ]}
          actions={
            <>
              <PaperChoice />
              <FileLinks to={`${here}/statement/excel?${search}`} />
              <PrintActions
                {...{ printed, project, idempotencyKey, lastResult }}
                described={`${customer.name}, ${describePeriod(statement)}`}
              />
            </>
          }
        />
        <Panel className="mb-4">
          <Details
            items={[
              ['Customer', customer.name],
              ['Store', customer.storeName],
              ['Address', customer.address],
              ['TIN', customer.tinNo],
              ['Terms', termsText(customer.termsDays)],
              ['Period', describePeriod(statement)],
              ['Run by', data.run],
            ]}
          />
        </Panel>
        <p className="mb-4 text-muted">
          <PrintedLine {...printed} />
        </p>
        <StatRow>
          <Stat
            label={`Brought forward (${currency})`}
            value={<Money value={statement.opening} />}
          />
          <Stat label="Charges" value={<Money value={statement.charges} />} />
          <Stat label="Credits" value={<Money value={statement.credits} />} />
          <Stat
            label="Amount due"
            value={<Money value={statement.closing} />}
            note="When cleared money alone counts"
          />
          {statement.cheques.length > 0 ? (
            <>
              <Stat label={chequesName(statement)} value={<Money value={statement.uncleared} />} />
              <Stat
                label={REMAINING}
                value={<Money value={statement.remaining} />}
                note="Balance in the receivables"
              />
            </>
          ) : null}
        </StatRow>
        <Panel flush className="mb-4">
          <FilterBar>
            <FilterDate
              name="from"
              label="From (empty: the beginning)"
              defaultValue={statement.from ?? ''}
            />
            <FilterDate name="to" label="To" defaultValue={statement.to} />
            <FilterMoment name="known_at" label="As known at" timeZone={data.timeZone} />
          </FilterBar>
          <Entries statement={statement} />
        </Panel>
        <OpenDocuments {...data} />
      </div>
      <div className="hidden print:block">
        <StatementSheet {...data} />
      </div>
    </>
  )
}
