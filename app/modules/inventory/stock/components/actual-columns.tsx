import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { Column } from '~/ui/DataTable'
import { Money, Quantity } from '~/ui/Figures'
import type { ActualFigures, ActualRow } from '../actual.server'
import { formatLitres } from '../litres'
import { ledgerOf, Pieces } from './stock-columns'

type Movement = 'opening' | 'purchased' | 'used' | 'adjusted'

/** The period for the links, and the currency of the values. */
interface View {
  from: string
  to: string
  currency: string
}

/**
 * Columns of the stock movement view: opening + in - out = ending, and the value of the ending
 * stock.
 */
export function actualColumns(
  totals: ActualFigures,
  { from, to, currency }: View,
): Column<ActualRow>[] {
  const period = new URLSearchParams({ from, to })
  return [
    {
      key: 'description',
      header: 'Product',
      phone: 'title',
      grow: true,
      total: 'Total',
      cell: (row) => (
        <>
          <Link
            to={`${ledgerOf(row.id)}?${period}`}
            className="text-ink hover:text-accent hover:underline"
          >
            {row.description}
          </Link>
          <span className="ml-2 text-xs font-normal whitespace-nowrap text-muted">
            {row.materialCode}
          </span>
        </>
      ),
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
      align: 'end',
      cell: (row) => <Quantity pieces={row.ending} caseConfig={row.caseConfig} />,
      total: <Pieces value={totals.ending} />,
    },
    {
      key: 'litres',
      header: 'Litres',
      align: 'end',
      cell: (row) => (row.litres === 0 ? '–' : formatLitres(row.litres)),
      total: formatLitres(totals.litres),
    },
    ...(totals.costValue === null
      ? []
      : [
          {
            key: 'cost',
            header: `Value at cost (${currency})`,
            align: 'end' as const,
            cell: (row: ActualRow) => <Money value={row.costValue} />,
            total: <Money value={totals.costValue} />,
          },
        ]),
    {
      key: 'value',
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
    header,
    align: 'end',
    cell: (row) => signed(row[key], <Quantity pieces={row[key]} caseConfig={row.caseConfig} />),
    total: signed(totals[key], <Pieces value={totals[key]} />),
  }
}
