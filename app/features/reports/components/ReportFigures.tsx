import { Stat, StatRow } from '~/ui/Stat'
import { cellKey, type ReportColumn, type ReportRow } from '../definition'
import { Value } from './Value'

interface Props {
  columns: readonly ReportColumn[]
  total: ReportRow
  currency: string
}

/** Figures of the whole set, in one or two lines. */
export function ReportFigures({ columns, total, currency }: Props) {
  return [1, 2].map((line) => {
    const figures = columns.filter(({ highlight }) => highlight === line)
    const first = figures.find(({ type }) => type === 'money')
    return figures.length === 0 ? null : (
      <StatRow key={line}>
        {figures.map((column) => (
          <Stat
            key={cellKey(column)}
            label={
              line === 1 && column === first ? `${column.header} (${currency})` : column.header
            }
            value={<Value column={{ ...column, sparse: false, heat: false }} row={total} />}
          />
        ))}
      </StatRow>
    )
  })
}
