import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { namesOf } from '~/features/people/queries.server'
import { requirePermission } from '~/platform/guard.server'
import { StageBadge } from '~/ui/Badge'
import { type Column, DataTable } from '~/ui/DataTable'
import { Details } from '~/ui/Details'
import { DateText, Money, Quantity } from '~/ui/Figures'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { type PurchaseLine, readPurchase } from './queries.server'
import { PURCHASE_KINDS } from './schema'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.purchase.poNo ?? 'Purchase'} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'purchases.read')
  const purchase = await readPurchase(db, project.projectId, params.id ?? '')
  const names = await namesOf(db, project.projectId)
  return {
    purchase,
    enteredBy: (purchase.createdBy && names.get(purchase.createdBy)) || '–',
    currency: project.currency,
    timeZone: project.timeZone,
  }
}

function columnsOf(total: PurchaseLine['amount'], currency: string): Column<PurchaseLine>[] {
  return [
    { key: 'product', header: 'Product', phone: 'title', cell: (line) => line.description },
    { key: 'code', header: 'Code', cell: (line) => line.materialCode, nowrap: true },
    {
      key: 'quantity',
      header: 'Quantity',
      align: 'end',
      cell: (line) => <Quantity pieces={line.quantity} caseConfig={line.caseConfig} />,
    },
    { key: 'cost', header: 'Cost', align: 'end', cell: (line) => <Money value={line.cost} /> },
    { key: 'srp', header: 'New SRP', align: 'end', cell: (line) => <Money value={line.prodSrp} /> },
    {
      key: 'moved',
      header: 'Stock ledger',
      align: 'end',
      cell: (line) => (
        <span className="figures">
          {line.moved > 0 ? '+' : ''}
          {line.moved.toLocaleString('en-US')} pc
        </span>
      ),
    },
    {
      key: 'amount',
      header: `Amount (${currency})`,
      align: 'end',
      cell: (line) => <Money value={line.amount} />,
      total: <Money value={total} />,
    },
  ]
}

/** A purchase record with its lines and what each did to stock. */
export default function Purchase() {
  const { purchase, enteredBy, currency, timeZone } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title={purchase.poNo}
        aside={<StageBadge stage={purchase.status} />}
        crumbs={[{ label: 'Purchases', to: '/inventory/purchase-list' }]}
      />
      <Panel title="Record" className="mb-4">
        <Details
          items={[
            ['Supplier', purchase.supplier],
            [
              'Kind',
              PURCHASE_KINDS.find(({ value }) => value === purchase.kind)?.label ?? purchase.kind,
            ],
            ['Supplier invoice', purchase.invoiceNo ?? '–'],
            ['Date', <DateText key="date" value={purchase.dateAdded} />],
            ['Invoice date', <DateText key="invoice" value={purchase.invoiceDate} />],
            ['Delivery date', <DateText key="delivery" value={purchase.deliveryDate} />],
            ['Entered by', enteredBy],
            ['Entered', <DateText key="entered" value={purchase.createdAt} timeZone={timeZone} />],
          ]}
        />
      </Panel>
      <Panel title="Lines" flush>
        <DataTable
          caption="Lines"
          columns={columnsOf(purchase.totalCost, currency)}
          rows={purchase.lines}
          count={purchase.lines.length}
          rowKey={(line) => line.id}
          empty={null}
        />
      </Panel>
    </>
  )
}
