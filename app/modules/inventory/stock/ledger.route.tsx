import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useSearchParams } from '@remix-run/react'
import { namesOf } from '~/modules/people/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { readKeyset } from '~/platform/db/keyset'
import { Badge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { Quantity } from '~/ui/Figures'
import { FilterBar } from '~/ui/FilterBar'
import { FilterPeriod } from '~/ui/FilterPeriod'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { Price } from '~/ui/Price'
import { PrintButton } from '~/ui/PrintButton'
import { Stat, StatRow } from '~/ui/Stat'
import { ColorDot } from '../products/components/ColorDot'
import { ledgerColumns } from './components/ledger-columns'
import { readPeriod } from './filters'
import { listLedger, openingEntry, readLedgerProduct, readOpening } from './ledger.server'
import { formatLitres } from './litres'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Ledger of ${data?.product.description ?? 'a product'} · Kalakal` },
]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'stock.movements')
  const { projectId } = project
  const product = await readLedgerProduct(db, projectId, params.id ?? '')
  const period = readPeriod(request.url)
  const keyset = readKeyset(request.url, {
    by: 'on_date',
    descending: true,
    keyOf: (on_date, id) => ({ on_date, id }),
    isForwardOnly: true,
  })
  const [{ rows: entries, older }, names] = await Promise.all([
    listLedger(db, projectId, product.id, period, keyset),
    namesOf(db, projectId),
  ])
  const shown = entries.map((entry) => ({
    ...entry,
    createdBy: (entry.createdBy && names.get(entry.createdBy)) ?? null,
  }))
  const backwards = Boolean(period.from && period.to && period.to < period.from)
  // The page that reaches the first day of the period closes with the opening balance.
  if (period.from && !older && !backwards)
    shown.push(openingEntry(period.from, await readOpening(db, projectId, product.id, period.from)))
  return {
    product,
    entries: shown,
    count: entries.length,
    backwards,
    older,
    currency: project.currency,
    seesPurchases: project.permissions.includes('purchases.read'),
  }
}

/** Lists all movements of a product, with the balance on hand after each. */
export default function Ledger() {
  const { product, entries, count, backwards, older, currency, seesPurchases } =
    useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const { caseConfig } = product
  const pieces = (value: number) => <Quantity pieces={value} caseConfig={caseConfig} />
  return (
    <>
      <PageHeader
        title={
          <span className="inline-flex items-center gap-2">
            <ColorDot color={product.color} />
            {product.description}
          </span>
        }
        badges={product.active ? null : <Badge>Inactive</Badge>}
        description={`Stock ledger · ${product.materialCode}${caseConfig > 1 ? ` · ${caseConfig} pcs/case` : ''}`}
        crumbs={[{ label: 'Inventory', to: paths.inventory.stock }]}
        actions={
          <>
            <LinkButton to={paths.inventory.product(product.id)}>Product</LinkButton>
            {seesPurchases ? (
              <LinkButton to={`${paths.inventory.purchases}?status=all&product=${product.id}`}>
                Purchases
              </LinkButton>
            ) : null}
            <PrintButton />
          </>
        }
      />
      <StatRow>
        <Stat
          label="On hand"
          value={pieces(product.onHand)}
          note={
            product.badOrder > 0 ? (
              <>of them bad orders: {pieces(product.badOrder)}</>
            ) : product.litres ? (
              formatLitres(product.litres)
            ) : null
          }
        />
        <Stat label="Reserved" value={pieces(product.reserved)} />
        <Stat
          label="Available"
          value={pieces(product.available)}
          tone={product.belowReorder ? 'warn' : undefined}
        />
        <Stat
          label={`Current SRP (${currency})`}
          value={<Price value={product.srp} packing={product} />}
        />
        <Stat
          label="Reorder level"
          value={product.reorderLevel === null ? '–' : pieces(product.reorderLevel)}
          note={product.belowReorder ? 'Below reorder level' : null}
          tone={product.belowReorder ? 'warn' : undefined}
        />
      </StatRow>
      {backwards ? <ErrorBanner errors={['The end date is before the start date.']} /> : null}
      <Panel flush>
        <FilterBar>
          <FilterPeriod />
        </FilterBar>
        <DataTable
          caption="Ledger"
          columns={ledgerColumns(caseConfig)}
          rows={entries}
          count={older || search.has('after') ? undefined : count}
          rowKey={(entry) => entry.id}
          empty={
            <EmptyState title="No stock movements yet">
              The ledger starts with the first purchase.
            </EmptyState>
          }
          footer={<Pager newer={null} older={older} />}
        />
      </Panel>
    </>
  )
}
