import { cx } from '~/ui/classes'
import { cellKey, type ReportColumn, type ReportRow } from '../definition'
import { highlighted } from '../total-figures'
import { shownValue } from './shown-value'

interface Props {
  columns: readonly ReportColumn[]
  total: ReportRow
  currency: string
  /** True where a bar shows the amounts by age. Paper has no bar. */
  aged: boolean
}

/** Shows the figures of all rows side by side, without boxes, to leave space for the rows. */
export function ReportFigures({ columns, total, currency, aged }: Props) {
  const figures = highlighted(columns, total)
  if (figures.length === 0) return null
  const first = figures.find(({ type }) => type === 'money')
  return (
    // On a phone a strip moves sideways: it takes the focus, so that the keyboard moves it too.
    <dl
      tabIndex={0}
      aria-label="Figures"
      className="flex gap-x-4 border-b max-sm:fades max-sm:overflow-x-auto sm:flex-wrap border-line px-3 py-1.5 whitespace-nowrap print:mb-2 print:flex-wrap print:gap-x-4 print:border-0 print:p-0"
    >
      {figures.map((column) => (
        <div
          key={cellKey(column)}
          className={cx(
            'flex shrink-0 items-baseline gap-1.5 print:block print:min-w-0',
            aged && column.of === 'ageing' && 'not-print:hidden',
          )}
        >
          <dt className="text-xs text-muted">
            {column === first ? `${column.header} (${currency})` : column.header}
          </dt>
          <dd className={cx('figures', column.highlight === 1 ? 'font-semibold' : undefined)}>
            {shownValue({ ...column, sparse: false, heat: false }, total)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
