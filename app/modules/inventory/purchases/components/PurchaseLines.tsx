import { Link } from '@remix-run/react'
import { paths } from '~/paths'
import { vatClassLabel } from '~/platform/values/vat'
import { type Column, DataTable } from '~/ui/DataTable'
import { Money, Quantity } from '~/ui/Figures'
import { Price } from '~/ui/Price'
import type { PurchaseDocument, PurchaseLine } from '../document.server'

interface Props {
  purchase: PurchaseDocument
  may: { request: boolean }
  currency: string
}

const VAT: Column<PurchaseLine>[] = [
  {
    key: 'class',
    header: 'VAT class',
    cell: ({ vatClass }) => (vatClass ? vatClassLabel(vatClass) : '–'),
  },
  { key: 'vat', header: 'VAT', align: 'end', cell: ({ vat }) => <Money value={vat} /> },
]

/** Lists the lines with the stock on hand now, and a link to request a correction. */
export function PurchaseLines({ purchase, may, currency }: Props) {
  const columns: Column<PurchaseLine>[] = [
    {
      key: 'product',
      header: 'Product',
      phone: 'title',
      cell: (line) => (
        <Link
          to={`${paths.inventory.purchases}?status=all&product=${line.productId}`}
          title="Its purchases"
          className="hover:underline"
        >
          {line.description}
        </Link>
      ),
    },
    { key: 'code', header: 'Code', cell: (line) => line.materialCode },
    {
      key: 'quantity',
      header: 'Quantity',
      align: 'end',
      cell: (line) => <Quantity pieces={line.quantity} caseConfig={line.caseConfig} />,
    },
    {
      key: 'cost',
      header: 'Cost',
      align: 'end',
      cell: (line) => <Price value={line.cost} packing={line} />,
    },
    {
      key: 'srp',
      header: purchase.kind === 'return_in' ? 'Credit' : 'New SRP',
      align: 'end',
      cell: (line) => <Price value={line.prodSrp} packing={line} />,
    },
    ...(purchase.lines.some(({ vatClass }) => vatClass !== null) ? VAT : []),
    {
      key: 'amount',
      header: `Amount (${currency})`,
      align: 'end',
      cell: (line) => <Money value={line.amount} />,
      total: <Money value={purchase.totalCost} />,
    },
    {
      key: 'on_hand',
      header: 'On hand now',
      phone: 'line',
      align: 'end',
      cell: (line) => <Quantity pieces={line.onHand} caseConfig={line.caseConfig} />,
    },
  ]
  if (may.request) {
    columns.push({
      key: 'correct',
      header: '',
      cell: (line) => (
        <Link
          to={`${paths.inventory.addEdit}?line=${line.id}`}
          aria-label={`Correct line ${line.lineNo}, ${line.description}`}
          className="font-medium text-accent hover:underline"
        >
          Correct
        </Link>
      ),
    })
  }
  return (
    <DataTable
      caption="Lines"
      columns={columns}
      rows={purchase.lines}
      count={purchase.lines.length}
      rowKey={(line) => line.id}
      empty={null}
    />
  )
}
