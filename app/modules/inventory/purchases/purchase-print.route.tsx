import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readLetterhead } from '~/modules/logos/letterhead.server'
import { namesOf } from '~/modules/people/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { addMoney } from '~/platform/values/money'
import { unitPrice } from '~/platform/values/price'
import { DateText, Money } from '~/ui/Figures'
import { PageHeader } from '~/ui/PageHeader'
import { PaperActions } from '~/ui/PaperChoice'
import {
  PrintSheet,
  SheetAmount,
  type SheetColumn,
  SheetFacts,
  SheetSignatures,
  SheetTable,
} from '~/ui/PrintSheet'
import { numberColumn, quantityColumns, vatColumns } from '~/ui/paper-columns'
import { type PurchaseLine, readPurchase } from './document.server'
import { paperTitle } from './kinds'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.purchase.poNo ?? 'Purchase'} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'purchases.read')
  const purchase = await readPurchase(db, project.projectId, params.id ?? '')
  const [names, letterhead] = await Promise.all([
    namesOf(db, project.projectId),
    readLetterhead(db, project),
  ])
  return {
    purchase,
    letterhead,
    enteredBy: names.get(purchase.createdBy ?? '') ?? null,
    currency: project.currency,
  }
}

/** Returns the columns of a paper: cases and pieces, all pieces × unit cost = amount. */
function columnsOf(lines: readonly PurchaseLine[], currency: string): SheetColumn<PurchaseLine>[] {
  const number = numberColumn<PurchaseLine>
  return [
    { key: 'line', header: '#', cell: (line) => line.lineNo },
    {
      key: 'code',
      header: 'Code',
      className: 'whitespace-nowrap',
      cell: (line) => line.materialCode,
    },
    { key: 'product', header: 'Description', className: 'w-2/5', cell: (line) => line.description },
    ...quantityColumns<PurchaseLine>((line) => line.caseConfig),
    number('Unit cost', (line) => unitPrice(line.cost)),
    ...vatColumns(lines, ({ vatClass, vat }) => (vatClass ? { vatClass, amount: vat } : null)),
    number(`Amount (${currency})`, (line) => <Money value={line.amount} />),
  ]
}

/** Prints a purchase record: a receiving report, or goods that come or go back. */
export default function PurchasePrint() {
  const { purchase, letterhead, enteredBy, currency } = useLoaderData<typeof loader>()
  const { lines, totalCost } = purchase
  const title = paperTitle(purchase.kind)
  const vat = addMoney(...lines.map((line) => line.vat))
  const day = (value: string | null) => (value ? <DateText value={value} /> : null)
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title={title}
          crumbs={[
            { label: 'Purchases', to: paths.inventory.purchases },
            { label: purchase.poNo, to: paths.inventory.purchase(purchase.id) },
          ]}
          actions={<PaperActions />}
        />
      </div>
      <PrintSheet
        letterhead={letterhead}
        title={title}
        headerRight={
          <>
            <p className="figures text-base font-semibold">{purchase.poNo}</p>
            {purchase.status === 'active' ? null : (
              <p className="font-semibold text-danger">CANCELLED</p>
            )}
          </>
        }
      >
        <SheetFacts
          items={[
            ['Supplier', purchase.supplier],
            ['Customer', purchase.customer?.name],
            ['PO no.', purchase.poNo],
            ['Supplier invoice no.', purchase.invoiceNo],
            ['Invoice date', day(purchase.invoiceDate)],
            ['Delivery date', day(purchase.deliveryDate)],
            ['Credit memo', purchase.memo?.memoNo],
          ]}
          aside={
            <SheetAmount
              label="Total cost"
              value={<Money value={totalCost} currency={currency} />}
              items={[['Date', <DateText key="date" value={purchase.dateAdded} />]]}
            />
          }
        />
        <SheetTable
          rows={lines}
          rowKey={(line) => line.id}
          columns={columnsOf(lines, currency)}
          sums={[
            ...(lines.some(({ vatClass }) => vatClass)
              ? [{ label: 'Input VAT', value: <Money value={vat} /> }]
              : []),
            {
              label: 'Total',
              value: <Money value={totalCost} currency={currency} />,
              strong: true,
            },
          ]}
        />
        <SheetSignatures
          labels={[
            { label: 'Prepared by', name: enteredBy, office: null },
            ...(purchase.kind === 'supplier_return'
              ? ['Released by', 'Received by the supplier']
              : ['Checked by', 'Received by']),
          ]}
        />
      </PrintSheet>
    </>
  )
}
