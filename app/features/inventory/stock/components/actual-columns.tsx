import { Link } from '@remix-run/react'
import type { Column } from '~/ui/DataTable'
import { Money, Quantity } from '~/ui/Figures'
import type { ActualFigures, ActualRow } from '../actual.server'
import { formatLitres } from '../litres'
import { ledgerOf, Pieces } from './stock-columns'

type Movement = Exclude<keyof ActualFigures, 'litres' | 'costValue' | 'srpValue'>

/** Of the reader: the period for the links, the currency of the values. */
interface View {
  from: string
  to: string
  currency: string
}

/** Columns of the actual view: opening + what came − what went = ending, value of the ending. */
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
      className: 'sm:min-w-48 print:min-w-0',
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
    movement('supplierReturned', 'To supplier', totals),
    movement('returned', 'Returns in', totals),
    movement('used', 'Used', totals),
    movement('adjusted', 'Adjusted', totals),
    movement('ending', 'Ending', totals),
    {
      key: 'litres',
      header: 'Litres',
      align: 'end',
      cell: (row) => formatLitres(row.litres),
      total: formatLitres(totals.litres),
      phone: 'hide',
    },
    {
      key: 'cost',
      header: `At cost (${currency})`,
      align: 'end',
      cell: (row) => <Money value={row.costValue} />,
      total: <Money value={totals.costValue} />,
    },
    {
      key: 'value',
      header: `At SRP (${currency})`,
      align: 'end',
      cell: (row) => <Money value={row.srpValue} />,
      total: <Money value={totals.srpValue} />,
    },
  ]
}

/** What did not move stays a dash, so that what did stands out; a balance of nothing says so. */
function movement(key: Movement, header: string, totals: ActualFigures): Column<ActualRow> {
  const balance = key === 'opening' || key === 'ending'
  return {
    key,
    header,
    align: 'end',
    cell: (row) =>
      row[key] === 0 && !balance ? (
        <span className="text-muted">–</span>
      ) : (
        <Quantity pieces={row[key]} caseConfig={row.caseConfig} />
      ),
    total: <Pieces value={totals[key]} />,
  }
}
