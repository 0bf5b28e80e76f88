import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useSearchParams } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { LinkButton } from '~/ui/Button'
import { Money } from '~/ui/Figures'
import { FilterBar, FilterDate } from '~/ui/FilterBar'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { PrintButton } from '~/ui/PrintButton'
import { Stat, StatRow } from '~/ui/Stat'
import { Entries } from './components/Entries'
import { OpenDocuments } from './components/OpenDocuments'
import { StatementLetterhead } from './components/StatementLetterhead'
import { chequesName, describePeriod, REMAINING } from './labels'
import { loadStatement } from './load.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Statement of ${data?.customer.name ?? 'account'} · Kalakal` },
]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, 'reports.ar')
  return loadStatement(reader, params.id ?? '', request.url)
}

/** Shows a customer's statement of account for a period, on screen and on paper. */
export default function StatementOfAccount() {
  const data = useLoaderData<typeof loader>()
  const { customer, statement, currency } = data
  const [search] = useSearchParams()
  const here = paths.customers.customer(customer.id)
  return (
    <div className="paper">
      <PageHeader
        title="Statement of account"
        description={`${customer.name} · ${describePeriod(statement)}`}
        crumbs={[
          { label: 'Customers', to: paths.customers.list },
          { label: customer.name, to: here },
        ]}
        actions={
          <>
            <LinkButton to={`${here}/statement/excel?${search}`} reloadDocument>
              Excel
            </LinkButton>
            <PrintButton />
          </>
        }
      />
      <StatementLetterhead {...data} />
      <StatRow>
        <Stat label={`Brought forward (${currency})`} value={<Money value={statement.opening} />} />
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
        </FilterBar>
        <Entries statement={statement} />
      </Panel>
      <OpenDocuments {...data} />
    </div>
  )
}
