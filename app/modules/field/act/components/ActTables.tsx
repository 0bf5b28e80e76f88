import { collectionType } from '~/modules/receivables/collection-types'
import { type Money as Amount, addMoney } from '~/platform/values/money'
import { CellLink } from '~/ui/CellLink'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { Money, NOTHING, Quantity } from '~/ui/Figures'
import { Price } from '~/ui/Price'
import type { BookedGoods, HandedIn, PaidPart, ReturnedGoods } from '../said'

interface Sum {
  sum: Amount
  currency: string
}

const product = <Row extends { product: string }>(): Column<Row> => ({
  ...{ key: 'product', header: 'Product', phone: 'title', grow: true },
  cell: (line) => line.product,
})

const quantity = <Row extends { pieces: number; caseConfig: number }>(
  phone: Column<Row>['phone'],
): Column<Row> => ({
  ...{ key: 'quantity', header: 'Quantity', align: 'end', phone },
  cell: ({ pieces, caseConfig }) => <Quantity pieces={pieces} caseConfig={caseConfig} />,
})

const paidBy = <Row extends { by: string }>(): Column<Row> => ({
  ...{ key: 'by', header: 'Cheque or reference', phone: 'line' },
  cell: ({ by }) => by || NOTHING,
})

const amountOf = <Row extends { amount: Amount | null }>(
  sum: Amount,
  currency: string,
): Column<Row> => ({
  ...{ key: 'amount', header: `Amount (${currency})`, align: 'end', phone: 'amount' },
  cell: ({ amount }) => <Money value={amount} />,
  total: <Money value={sum} />,
})

/** Lists the lines of a booking: cases and pieces, price, discount, free goods. */
export function BookedTable({ lines, sum, currency }: Sum & { lines: readonly BookedGoods[] }) {
  return (
    <DataTable
      caption="Lines"
      rows={lines}
      rowKey={(line) => line.key}
      columns={[
        { ...product<BookedGoods>(), total: 'Sum of the lines' },
        quantity('show'),
        {
          key: 'price',
          header: 'Price',
          align: 'end',
          phone: 'show',
          cell: (line) => (line.free ? 'Free' : <Price value={line.price} packing={line} />),
        },
        {
          key: 'discount',
          header: 'Discount',
          align: 'end',
          phone: 'show',
          cell: ({ discount }) => discount || NOTHING,
        },
        amountOf(sum, currency),
      ]}
      empty={<EmptyState line title="No lines" />}
    />
  )
}

/** Lists the goods that come back. */
export function ReturnedTable({ lines }: { lines: readonly ReturnedGoods[] }) {
  return (
    <DataTable
      caption="Goods"
      rows={lines}
      rowKey={(line) => line.key}
      columns={[
        product(),
        quantity('amount'),
        {
          key: 'state',
          header: 'Condition',
          phone: 'show',
          cell: ({ badOrder }) => (badOrder ? 'Bad order' : 'Sellable'),
        },
      ]}
      empty={<EmptyState line title="No goods" />}
    />
  )
}

/** Lists the parts of a receipt. */
export function PartsTable({ parts, sum, currency }: Sum & { parts: readonly PaidPart[] }) {
  return (
    <DataTable
      caption="Parts"
      rows={parts}
      rowKey={(part) => part.key}
      columns={[
        {
          key: 'type',
          header: 'Type',
          phone: 'title',
          cell: ({ type }) => collectionType(type),
          total: 'Total',
        },
        { ...paidBy<PaidPart>(), grow: true },
        amountOf(sum, currency),
      ]}
      empty={<EmptyState line title="No parts" />}
    />
  )
}

interface HandedInProps {
  receipts: readonly HandedIn[]
  currency: string
}

/** Lists the receipts of a remittance with their parts. */
export function HandedInTable({ receipts, currency }: HandedInProps) {
  return (
    <DataTable
      caption="Receipts"
      rows={receipts}
      rowKey={(part) => part.key}
      columns={[
        {
          key: 'cr',
          header: 'CR no.',
          phone: 'title',
          cell: ({ crNo: { name, to } }) => (to ? <CellLink to={to}>{name}</CellLink> : name),
          total: 'Total',
        },
        {
          key: 'customer',
          header: 'Customer',
          phone: 'line',
          grow: true,
          cell: (part) => part.customer,
        },
        { key: 'type', header: 'Type', phone: 'show', cell: ({ type }) => collectionType(type) },
        paidBy(),
        amountOf(addMoney(...receipts.map(({ amount }) => amount)), currency),
      ]}
      empty={<EmptyState line title="No receipts" />}
    />
  )
}
