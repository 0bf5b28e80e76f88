import {
  amountText,
  figureColumn,
  type PaperColumn,
  type PaperVat,
  quantityColumns,
  vatColumns,
} from '~/platform/papers/texts'
import { fromCents, type Money, toCents } from '~/platform/values/money'
import { amountAt, price, unitPrice } from '~/platform/values/price'

/** A line of goods as papers show it: what a reader needs to compute its amount. */
export interface GoodsLine {
  id: string
  material_code: string
  description: string
  case_config: number
  /** In pieces. */
  quantity: number
  agent_srp: Money
  agent_srp_pieces: number
  discount_percent: string
  discount: Money
  /** The number of the line with which these goods are given. */
  free_of: number | null
  amount: Money
  /** Without VAT, for lines whose VAT comes on top of the price. */
  beforeVat?: Money
  /** The VAT in the amount, on the papers that say it. */
  taxed?: PaperVat
}

/** Returns the columns of goods: cases and pieces, all pieces × unit price − discount = amount. */
export function goodsColumns<Line extends GoodsLine>(
  lines: readonly Line[],
  currency: string,
  between: readonly PaperColumn<Line>[] = [],
): PaperColumn<Line>[] {
  const onTop = lines.some(({ beforeVat }) => beforeVat !== undefined)
  const figures = figureColumn<Line>
  return [
    { header: '#', cell: (line) => String(lines.indexOf(line) + 1) },
    {
      header: 'Description',
      share: 1,
      cell: (line) => [
        { text: line.material_code, muted: true },
        ` ${line.description}`,
        ...(line.free_of
          ? [{ text: ` Free, with line ${line.free_of}`, muted: true as const }]
          : []),
      ],
    },
    ...between,
    ...quantityColumns<Line>((line) => line.case_config),
    figures('Unit price', (line) =>
      line.free_of ? 'Free' : unitPrice(price(line.agent_srp, line.agent_srp_pieces)),
    ),
    ...(lines.some((line) => toCents(discountOf(line)) !== 0n)
      ? [
          figures('Discount', (line) => amountText(discountOf(line))),
          ...(lines.some(hasPercent)
            ? [
                figures('%', (line) =>
                  hasPercent(line) ? `${Number(line.discount_percent)}%` : '',
                ),
              ]
            : []),
        ]
      : []),
    // Nothing comes on top of exempt and zero-rated goods.
    ...(onTop ? [figures('Before VAT', (line) => amountText(line.beforeVat ?? line.amount))] : []),
    ...vatColumns(lines, ({ taxed }) => taxed ?? null),
    figures(`Amount (${currency})`, (line) => amountText(line.amount)),
  ]
}

const hasPercent = (line: GoodsLine) => Number(line.discount_percent) > 0

/** Returns the discount of a line; before VAT where VAT comes on top, as the unit price is. */
function discountOf(line: GoodsLine): Money {
  if (line.beforeVat === undefined) return line.discount
  const full = amountAt(price(line.agent_srp, line.agent_srp_pieces), line.quantity)
  return fromCents(toCents(full) - toCents(line.beforeVat))
}
