import { type Money as Amount, fromCents, toCents } from '~/platform/values/money'
import { amountAt, price, unitPrice } from '~/platform/values/price'
import { Money } from '~/ui/Figures'
import type { SheetColumn } from '~/ui/PrintSheet'
import { numberColumn, quantityColumns, vatColumns } from '~/ui/paper-columns'
import type { Vat } from '~/ui/VatAmount'

/** A line of goods as papers show it: what a reader needs to compute its amount. */
export interface GoodsLine {
  id: string
  material_code: string
  description: string
  case_config: number
  /** In pieces. */
  quantity: number
  agent_srp: Amount
  agent_srp_pieces: number
  discount_percent: string
  discount: Amount
  /** The number of the line with which these goods are given. */
  free_of: number | null
  amount: Amount
  /** Without VAT, for lines whose VAT comes on top of the price. */
  beforeVat?: Amount
  /** The VAT in the amount, on the papers that say it. */
  taxed?: Vat
}

/** Returns the columns of goods: cases and pieces, all pieces × unit price − discount = amount. */
export function goodsColumns<Line extends GoodsLine>(
  lines: readonly Line[],
  currency: string,
  between: readonly SheetColumn<Line>[] = [],
): SheetColumn<Line>[] {
  const onTop = lines.some(({ beforeVat }) => beforeVat !== undefined)
  const number = numberColumn<Line>
  return [
    { key: 'line', header: '#', cell: (line) => lines.indexOf(line) + 1 },
    {
      key: 'product',
      header: 'Description',
      className: 'w-full',
      cell: (line) => (
        <>
          <span className="text-muted">{line.material_code}</span> {line.description}
          {line.free_of ? (
            <span className="text-muted"> Free, with line {line.free_of}</span>
          ) : null}
        </>
      ),
    },
    ...between,
    ...quantityColumns<Line>((line) => line.case_config),
    number('Unit price', (line) =>
      line.free_of ? 'Free' : unitPrice(price(line.agent_srp, line.agent_srp_pieces)),
    ),
    ...(lines.some((line) => toCents(discountOf(line)) !== 0n)
      ? [
          number('Discount', (line) => <Money value={discountOf(line)} />),
          ...(lines.some(hasPercent)
            ? [number('%', (line) => (hasPercent(line) ? `${Number(line.discount_percent)}%` : ''))]
            : []),
        ]
      : []),
    // Nothing comes on top of exempt and zero-rated goods.
    ...(onTop
      ? [number('Before VAT', (line) => <Money value={line.beforeVat ?? line.amount} />)]
      : []),
    ...vatColumns(lines, ({ taxed }) => taxed ?? null),
    number(`Amount (${currency})`, (line) => <Money value={line.amount} />),
  ]
}

const hasPercent = (line: GoodsLine) => Number(line.discount_percent) > 0

/** Returns the discount of a line; before VAT where VAT comes on top, as the unit price is. */
function discountOf(line: GoodsLine): Amount {
  if (line.beforeVat === undefined) return line.discount
  const full = amountAt(price(line.agent_srp, line.agent_srp_pieces), line.quantity)
  return fromCents(toCents(full) - toCents(line.beforeVat))
}
