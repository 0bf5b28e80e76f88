import { paths } from '~/paths'
import type { Money as MoneyText } from '~/platform/values/money'
import { Badge } from '~/ui/Badge'
import type { Column } from '~/ui/DataTable'
import { Money, Quantity } from '~/ui/Figures'
import { Price } from '~/ui/Price'
import { ColorDot } from '../../products/components/ColorDot'
import { formatLitres } from '../litres'
import type { StockRow, StockTotals } from '../queries.server'

/** Returns the address of a product's stock ledger. */
export const ledgerOf = (id: string) => paths.inventory.ledger(id)

/** Shows a total of pieces of many products. It has no cases, because their case configs differ. */
export function Pieces({ value }: { value: number }) {
  return (
    <span className="figures whitespace-nowrap">
      {value < 0 ? '-' : ''}
      {Math.abs(value).toLocaleString('en-US')} pc
    </span>
  )
}

/** Columns of the stock list. The totals cover all products that the filters find. */
export function stockColumns(totals: StockTotals, currency: string): Column<StockRow>[] {
  return [
    {
      key: 'name',
      header: 'Product',
      phone: 'title',
      grow: true,
      total: 'Total',
      cell: (row) => (
        <span className="[&>*+*]:ml-2">
          <ColorDot color={row.color} />
          <span>{row.description}</span>
          {row.active ? null : <Badge>Inactive</Badge>}
        </span>
      ),
    },
    { key: 'code', header: 'Material code', cell: (row) => row.materialCode },
    { key: 'category', header: 'Category', optional: true, cell: (row) => row.category ?? '–' },
    quantity('on_hand', 'On hand', (row) => row.onHand, totals.onHand),
    { ...quantity('reserved', 'Reserved', (row) => row.reserved, totals.reserved), tablet: 'hide' },
    {
      ...quantity('available', 'Available', (row) => row.available, totals.available),
      cell: (row) => (
        <span className={row.belowReorder ? 'font-medium text-warn' : undefined}>
          <Quantity pieces={row.available} caseConfig={row.caseConfig} />
        </span>
      ),
    },
    {
      key: 'reorder',
      header: 'Reorder level',
      align: 'end',
      optional: true,
      cell: (row) =>
        row.reorderLevel === null ? (
          '–'
        ) : (
          <Quantity pieces={row.reorderLevel} caseConfig={row.caseConfig} />
        ),
    },
    {
      key: 'litres',
      header: 'Liters',
      align: 'end',
      optional: true,
      cell: (row) => formatLitres(row.litres),
      total: formatLitres(totals.litres),
      phone: 'hide',
    },
    ...(totals.costValue === null ? [] : [atCost(totals.costValue, currency)]),
    {
      key: 'srp',
      header: 'Current SRP',
      align: 'end',
      cell: (row) => <Price value={row.srp} packing={row} />,
    },
    {
      key: 'value',
      header: `Value at SRP (${currency})`,
      align: 'end',
      cell: (row) => <Money value={row.srpValue} />,
      total: <Money value={totals.srpValue} />,
    },
  ]
}

const atCost = (total: MoneyText, currency: string): Column<StockRow> => ({
  key: 'cost',
  header: `Value at cost (${currency})`,
  align: 'end',
  cell: (row) => <Money value={row.costValue} />,
  total: <Money value={total} />,
})

function quantity(
  key: string,
  header: string,
  of: (row: StockRow) => number,
  total: number,
): Column<StockRow> {
  return {
    key,
    header,
    align: 'end',
    cell: (row) => <Quantity pieces={of(row)} caseConfig={row.caseConfig} />,
    total: <Pieces value={total} />,
  }
}
