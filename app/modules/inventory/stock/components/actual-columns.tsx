import type { ReactNode } from 'react'
import type { Column } from '~/ui/DataTable'
import { Money, Quantity } from '~/ui/Figures'
import type { ActualFigures, ActualRow } from '../actual.server'
import { formatLitres } from '../litres'
import { Pieces } from './stock-columns'

type Movement = 'opening' | 'purchased' | 'used' | 'adjusted'

/**
 * Columns of the stock movement view: opening + in - out = ending, and the value of the ending
 * stock.
 */
export function actualColumns(totals: ActualFigures, currency: string): Column<ActualRow>[] {
  return [
    {
      key: 'description',
      header: 'Product',
      phone: 'title',
      grow: true,
      total: 'Total',
      cell: (row) => row.description,
    },
    {
      key: 'code',
      header: 'Material code',
      optional: true,
      phone: 'hide',
      cell: (row) => row.materialCode,
    },
    movement('opening', 'Opening', totals),
    movement('purchased', 'Purchases', totals),
    returns('returned', 'Returned', '+', totals),
    returns('supplierReturned', 'To supplier', '-', totals),
    movement('used', 'Issued (delivered)', totals),
    movement('adjusted', 'Adjustments', totals),
    {
      key: 'ending',
      header: 'Ending',
      phone: 'amount',
      align: 'end',
      cell: (row) => <Quantity pieces={row.ending} caseConfig={row.caseConfig} />,
      total: <Pieces value={totals.ending} />,
    },
    {
      key: 'litres',
      header: 'Liters',
      phone: 'hide',
      align: 'end',
      optional: true,
      cell: (row) => (row.litres === 0 ? '–' : formatLitres(row.litres)),
      total: formatLitres(totals.litres),
    },
    ...(totals.costValue === null
      ? []
      : [
          {
            key: 'cost',
            header: `Value at cost (${currency})`,
            phone: 'hide' as const,
            align: 'end' as const,
            cell: (row: ActualRow) => <Money value={row.costValue} />,
            total: <Money value={totals.costValue} />,
          },
        ]),
    {
      key: 'value',
      // A tablet has room for one value: readers of costs have that at cost.
      tablet: totals.costValue === null ? undefined : 'hide',
      header: `Value at SRP (${currency})`,
      align: 'end',
      cell: (row) => <Money value={row.srpValue} />,
      total: <Money value={totals.srpValue} />,
    },
  ]
}

/**
 * Shows a movement of zero as a dash, so that the others stand out. An opening of zero is
 * written out.
 */
function movement(key: Movement, header: string, totals: ActualFigures): Column<ActualRow> {
  return {
    key,
    header,
    phone: key === 'adjusted' ? 'hide' : undefined,
    align: 'end',
    cell: (row) =>
      row[key] === 0 && key !== 'opening' ? (
        <span className="text-muted">–</span>
      ) : (
        <Quantity pieces={row[key]} caseConfig={row.caseConfig} />
      ),
    total: <Pieces value={totals[key]} />,
  }
}

/** Shows what came back from customers or went back to suppliers, with its sign; zero as a dash. */
function returns(
  key: 'returned' | 'supplierReturned',
  header: string,
  sign: '+' | '-',
  totals: ActualFigures,
): Column<ActualRow> {
  const signed = (pieces: number, amount: ReactNode) =>
    pieces === 0 ? (
      <span className="text-muted">–</span>
    ) : (
      <>
        {sign}
        {amount}
      </>
    )
  return {
    key,
    tablet: 'hide',
    header,
    phone: 'hide',
    align: 'end',
    cell: (row) => signed(row[key], <Quantity pieces={row[key]} caseConfig={row.caseConfig} />),
    total: signed(totals[key], <Pieces value={totals[key]} />),
  }
}
