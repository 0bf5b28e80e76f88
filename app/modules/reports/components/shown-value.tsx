import type { ReactNode } from 'react'
import { Quantity } from '~/ui/Figures'
import { HeatCell } from '~/ui/HeatCell'
import { cellKey, type ReportColumn, type ReportRow } from '../definition'
import { caseConfigOf, textOf } from '../figures'

/** Returns a row's value in a column, within what has the letters of figures: a text, where it needs nothing more. */
export function shownValue(column: ReportColumn, row: ReportRow): ReactNode {
  const value = row[cellKey(column)] ?? null
  const text = textOf(column, row)
  if (text === null)
    return <span className="text-muted">{value === null ? (column.none ?? '–') : '–'}</span>
  if (column.type === 'pieces')
    return <Quantity pieces={Number(value)} caseConfig={caseConfigOf(column, row)} />
  if (column.heat) return <HeatCell percent={Number(value)}>{text}</HeatCell>
  const negative = column.type === 'money' && !column.owed && text.startsWith('-')
  return negative ? <span className="text-danger">{text}</span> : text
}
