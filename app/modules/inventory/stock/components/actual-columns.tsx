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
      className: 'sm:min-w-40 print:min-w-0',
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
    {
      key: 'returns',
      header: 'Customer returns',
      align: 'end',
      cell: (row) => (
        <Returns
          row={row}
          amount={(pieces) => <Quantity pieces={pieces} caseConfig={row.caseConfig} />}
        />
      ),
      total: <Returns row={totals} amount={(pieces) => <Pieces value={pieces} />} />,
    },
    movement('used', 'Issued (delivered)', totals),
    movement('adjusted', 'Adjustments', totals),
    {
      key: 'ending',
      header: 'Ending',
      align: 'end',
      cell: (row) => (
        <>
          <Quantity pieces={row.ending} caseConfig={row.caseConfig} />
          <Litres value={row.litres} />
        </>
      ),
      total: (
        <>
          <Pieces value={totals.ending} />
          <Litres value={totals.litres} />
        </>
      ),
    },
    {
      key: 'value',
      header:
        totals.costValue === null
          ? `Value at SRP (${currency})`
          : `Value at cost, SRP (${currency})`,
      align: 'end',
      cell: (row) => <Value of={row} />,
      total: <Value of={totals} />,
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

/** Shows customer returns and returns to suppliers, each with its sign. */
function Returns(props: {
  row: Pick<ActualFigures, 'returned' | 'supplierReturned'>
  amount: (pieces: number) => ReactNode
}) {
  const { returned, supplierReturned } = props.row
  if (returned === 0 && supplierReturned === 0) return <span className="text-muted">–</span>
  return (
    <>
      {returned === 0 ? null : <span className="block">+{props.amount(returned)}</span>}
      {supplierReturned === 0 ? null : (
        <span className="block">-{props.amount(supplierReturned)}</span>
      )}
    </>
  )
}

/** Shows the value of the ending stock at default cost, if the reader sees it, and below it at the current SRP. */
function Value({ of }: { of: Pick<ActualFigures, 'costValue' | 'srpValue'> }) {
  return (
    <>
      {of.costValue === null ? null : (
        <span className="block">
          <Money value={of.costValue} />
        </span>
      )}
      <span className="block">
        <Money value={of.srpValue} />
      </span>
    </>
  )
}

function Litres({ value }: { value: number }) {
  if (value === 0) return null
  return <span className="block text-xs font-normal text-muted">{formatLitres(value)}</span>
}
