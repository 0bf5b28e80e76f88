import { money, toCents } from '~/platform/money'
import { DateText, Money } from '~/ui/Figures'
import type { ReportColumn, ReportRow } from '../definition'

/** What a row has in a column, by the column's type. */
export function Value({ column, row }: { column: ReportColumn; row: ReportRow }) {
  const value = row[column.key] ?? null
  if (value === null) return <span className="text-muted">{column.none ?? '–'}</span>
  switch (column.type) {
    case 'money': {
      const amount = money(value)
      return <Money value={column.sparse && toCents(amount) === 0n ? null : amount} />
    }
    case 'date':
      return <DateText value={String(value)} />
    case 'count':
      return <span className="figures">{Number(value).toLocaleString('en-US')}</span>
    default:
      return <>{value}</>
  }
}
