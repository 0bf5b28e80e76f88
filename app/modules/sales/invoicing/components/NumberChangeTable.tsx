import { paths } from '~/paths'
import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText } from '~/ui/Figures'
import { Pager } from '~/ui/Pager'
import type { NumberChange } from '../numbers.server'

interface Props {
  rows: readonly NumberChange[]
  newer: string | null
  older: string | null
  count: number
  timeZone: string
}

/** Lists the changes of invoice numbers and dates, newest first. */
export function NumberChangeTable({ rows, newer, older, count, timeZone }: Props) {
  return (
    <DataTable
      caption="Changed numbers and dates"
      rows={rows}
      rowKey={(change) => change.id}
      rowLink={(change) => paths.sales.booking(change.bookingId)}
      count={count}
      columns={[
        { key: 'old', header: 'Old', phone: 'title', cell: (change) => change.oldNo },
        {
          key: 'new',
          header: 'New',
          cell: ({ oldNo, newNo, oldDate, newDate }) => (
            <>
              {oldNo === newNo ? null : <span className="block">{newNo}</span>}
              {oldDate === newDate ? null : (
                <span className="block">
                  dated <DateText value={newDate} />, was <DateText value={oldDate} />
                </span>
              )}
            </>
          ),
        },
        { key: 'so', header: 'SO no.', cell: (change) => change.soNo },
        { key: 'reason', header: 'Reason', grow: true, cell: (change) => change.reason },
        {
          key: 'createdAt',
          header: 'Changed',
          cell: (change) => <DateText value={change.createdAt} timeZone={timeZone} />,
        },
        { key: 'createdBy', header: 'By', cell: (change) => change.createdBy ?? 'Former member' },
      ]}
      empty={
        <EmptyState line title="No changed invoices">
          Changed invoice numbers and dates are listed here with the reason.
        </EmptyState>
      }
      footer={<Pager newer={newer} older={older} />}
    />
  )
}
