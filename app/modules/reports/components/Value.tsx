import type { ReactNode } from 'react'
import { money, toCents } from '~/platform/values/money'
import { DateText, Money, Quantity } from '~/ui/Figures'
import { HeatCell } from '~/ui/HeatCell'
import { cellKey, type ReportColumn, type ReportRow } from '../definition'
import { caseConfigOf, formatFigure, priceUnitOf, textOf } from '../figures'

/** Shows a row's value in a column, by the column's type. */
export function Value({ column, row }: { column: ReportColumn; row: ReportRow }) {
  const value = row[cellKey(column)] ?? null
  if (value === null) return <span className="text-muted">{column.none ?? '–'}</span>
  switch (column.type) {
    case 'money': {
      const amount = money(value)
      const unit = priceUnitOf(column, row)
      if (unit)
        return (
          <span className="whitespace-nowrap">
            <Money value={amount} />
            {unit}
          </span>
        )
      return <Money value={column.sparse && toCents(amount) === 0n ? null : amount} />
    }
    case 'date':
      return <DateText value={String(value)} />
    case 'text':
      return <>{textOf(column, row)}</>
  }
  const figure = Number(value)
  if (column.sparse && figure === 0) return <span className="text-muted">–</span>
  if (column.type === 'pieces')
    return <Quantity pieces={figure} caseConfig={caseConfigOf(column, row)} />
  const text = <span className="figures whitespace-nowrap">{formatFigure(column, figure)}</span>
  return column.heat ? <HeatCell percent={figure}>{text}</HeatCell> : text
}

/** Returns a row's value for a cell that has the letters of figures: a text, where it needs nothing more. */
export function cellValue(column: ReportColumn, row: ReportRow): ReactNode {
  const { type } = column
  const text = column.heat || type === 'pieces' ? null : textOf(column, row)
  if (text === null) return <Value column={column} row={row} />
  return type === 'money' && text.startsWith('-') ? (
    <span className="text-danger">{text}</span>
  ) : (
    text
  )
}
