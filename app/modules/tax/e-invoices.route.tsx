import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { memoKind } from '~/modules/memos/labels'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { readKeyset } from '~/platform/db/keyset'
import { TAX_ADVICE, taxRule } from '~/platform/papers/tax-rules'
import { formatDate, today } from '~/platform/values/dates'
import { LinkButton } from '~/ui/Button'
import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText, Money } from '~/ui/Figures'
import { FilterBar } from '~/ui/FilterBar'
import { FilterPeriod } from '~/ui/FilterPeriod'
import { Icon } from '~/ui/Icon'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { TaxTabs } from './components/TaxTabs'
import { E_INVOICE_PAGING, type EInvoice, listEInvoices, MOST_IN_FILE } from './e-invoices.server'
import { readFilePeriod } from './quarters'

export const meta: MetaFunction = () => [{ title: 'E-invoices · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'tax.read')
  const period = readFilePeriod(new URL(request.url).searchParams, today(project.timeZone))
  const keyset = readKeyset(request.url, E_INVOICE_PAGING)
  return {
    ...(await listEInvoices(db, project.projectId, keyset, period)),
    period,
    currency: project.currency,
    most: MOST_IN_FILE,
  }
}

const kindOf = ({ kind }: EInvoice) =>
  kind === 'invoice' ? 'Invoice' : memoKind(kind.replace('_memo', ''))

/** Lists the structured files of invoices and memos of a period, which are exported together. */
export default function EInvoices() {
  const data = useLoaderData<typeof loader>()
  const { rows, count, period, currency, newer, older } = data
  const most = `${data.most.toLocaleString('en-US')} papers`
  return (
    <>
      <PageHeader
        title="E-invoices"
        tabs={<TaxTabs />}
        description={`Structured files of invoices and memos, ${formatDate(period.from)} to ${formatDate(period.to)}. Nothing is transmitted. One file holds at most ${most}. ${taxRule('e_invoices')} ${TAX_ADVICE}`}
        actions={
          count > data.most ? (
            <p className="text-muted">More than {most}: choose a shorter period.</p>
          ) : count > 0 ? (
            <LinkButton
              variant="primary"
              reloadDocument
              to={`${paths.tax.eInvoicesFile}?${new URLSearchParams(period)}`}
            >
              <Icon name="download" />
              Export files
            </LinkButton>
          ) : null
        }
      />
      <Panel flush>
        <FilterBar>
          <FilterPeriod initial={period} />
        </FilterBar>
        <DataTable
          caption="E-invoices and e-memos"
          count={count}
          rows={rows}
          rowKey={(row) => row.id}
          columns={[
            {
              key: 'number',
              header: 'Number',
              cell: (row) => (
                <Link
                  to={
                    row.kind === 'invoice' ? paths.sales.invoice(row.id) : paths.memos.print(row.id)
                  }
                  className="figures font-medium text-accent hover:underline"
                >
                  {row.number}
                </Link>
              ),
            },
            { key: 'kind', header: 'Type', cell: (row) => kindOf(row) },
            {
              key: 'on',
              header: 'Date',
              phone: 'show',
              cell: (row) => <DateText value={row.on} />,
            },
            { key: 'name', header: 'Customer', grow: true, cell: (row) => row.name },
            {
              key: 'made',
              header: 'Made',
              phone: 'show',
              cell: (row) => (row.madeLater ? 'Later' : 'At issue'),
            },
            {
              key: 'hash',
              header: 'SHA-256',
              cell: (row) => (
                <span className="figures text-xs text-muted" title={row.sha256 ?? undefined}>
                  {row.sha256 ? `${row.sha256.slice(0, 16)}…` : '–'}
                </span>
              ),
            },
            {
              key: 'amount',
              header: `Amount (${currency})`,
              align: 'end',
              phone: 'amount',
              cell: (row) => <Money value={row.amount} />,
            },
          ]}
          empty={
            <EmptyState line title="No e-invoices in this period">
              Each invoice gets its file when it gets its number, each memo when it is approved.
            </EmptyState>
          }
          footer={<Pager newer={newer} older={older} />}
        />
      </Panel>
    </>
  )
}
