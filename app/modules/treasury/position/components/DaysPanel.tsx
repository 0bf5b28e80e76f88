import { Link } from '@remix-run/react'
import { paths } from '~/paths'
import { formatDate } from '~/platform/values/dates'
import type { Money as Amount } from '~/platform/values/money'
import { BarChart } from '~/ui/Chart'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText, Money } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'
import { DAYS_AHEAD, type Day, type ExpectedDay } from '../days'

interface Props {
  /** Holds all days ahead, also those without a cheque. */
  days: readonly Day[]
  /** The cheques dated after the last of these days. */
  later: Omit<ExpectedDay, 'date' | 'bankId'>
  total: Omit<ExpectedDay, 'date' | 'bankId'>
  currency: string
}

type Row = Omit<Day, 'date' | 'expected'> & { date: string | null; expected: Amount | null }

/** Shows cheques in and out by date, as a chart and as a table of the days that have any. */
export function DaysPanel({ days, later, total, currency }: Props) {
  const busy: Row[] = days.filter((day) => day.chequesIn + day.chequesOut > 0)
  const rows =
    later.chequesIn + later.chequesOut > 0
      ? [...busy, { date: null, ...later, expected: null }]
      : busy
  const first = days[0]!.date
  const last = days.at(-1)!.date
  return (
    <Panel flush title={`Cheque maturities, next ${DAYS_AHEAD} days`}>
      {busy.length > 0 ? (
        <div className="border-b border-line p-4">
          <BarChart
            label={`Cheques by day from ${formatDate(first)} to ${formatDate(last)}: incoming above, outgoing below the line. The table below lists the amounts.`}
            names={['Incoming', 'Outgoing']}
            bars={days.map((day) => ({
              name: formatDate(day.date),
              tick: formatDate(day.date).slice(0, 5),
              up: day.in,
              down: day.out,
            }))}
          />
        </div>
      ) : null}
      <DataTable
        caption="Cheques by day"
        rows={rows}
        rowKey={(row) => row.date ?? 'later'}
        columns={columnsOf(first, total, currency)}
        empty={
          <EmptyState line title="No cheque is expected">
            Cheques on hand, deposited and issued are listed here by date.
          </EmptyState>
        }
      />
    </Panel>
  )
}

function columnsOf(today: string, total: Props['total'], currency: string): Column<Row>[] {
  return [
    {
      key: 'date',
      header: 'Date',
      phone: 'title',
      cell: ({ date }) =>
        date === today ? 'Due today or earlier' : date ? <DateText value={date} /> : 'Later',
      total: 'Total',
    },
    {
      key: 'count-in',
      header: 'Cheques in',
      align: 'end',
      cell: ({ date, chequesIn }) =>
        chequesIn > 0 ? (
          <Link to={registerAt(today, date)} className="text-accent hover:underline">
            {chequesIn}
          </Link>
        ) : (
          '–'
        ),
      total: total.chequesIn,
    },
    {
      key: 'in',
      header: `In (${currency})`,
      align: 'end',
      cell: (row) => <Money value={row.in} />,
      total: <Money value={total.in} />,
    },
    {
      key: 'count-out',
      header: 'Cheques out',
      align: 'end',
      cell: ({ chequesOut }) => (chequesOut > 0 ? chequesOut : '–'),
      total: total.chequesOut,
    },
    {
      key: 'out',
      header: `Out (${currency})`,
      align: 'end',
      cell: (row) => <Money value={row.out} />,
      total: <Money value={total.out} />,
    },
    {
      key: 'expected',
      header: 'Ending balance',
      align: 'end',
      cell: ({ expected }) => <Money value={expected} />,
    },
  ]
}

/**
 * Returns the register's address for the cheques of a day. Cheques due today are under the first
 * tab, later ones under "Post-dated".
 */
function registerAt(today: string, date: string | null): string {
  if (date === today) return paths.treasury.cheques
  return `${paths.treasury.cheques}?tab=upcoming${date ? `&from=${date}&to=${date}` : ''}`
}
