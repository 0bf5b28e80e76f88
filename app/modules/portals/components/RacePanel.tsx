import { formatDate, formatMonth } from '~/platform/values/dates'
import { type Money as Amount, formatMoney } from '~/platform/values/money'
import { LineChart } from '~/ui/Chart'
import { type Column, DataTable } from '~/ui/DataTable'
import { Money } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'
import { Stat, StatRow } from '~/ui/Stat'
import type { Period, Periods } from '../periods'
import { changeFrom, type Race, type RaceDay } from '../race'

interface Props {
  title: string
  race: Race
  periods: Periods
  /** The day is today, not a past one that was asked for. */
  isToday: boolean
  currency: string
  /** Returns the address of the report for a period. */
  to: (period: Period) => string
}

/**
 * Compares today and this month with the month and the year before: figures, a chart, and the days.
 */
export function RacePanel({ title, race, periods, isToday, currency, to }: Props) {
  const { month, lastMonth, lastYear } = periods
  const names = [month, lastMonth, lastYear].map(({ from }) => formatMonth(from))
  const [thisName, lastName, yearName] = names as [string, string, string]
  const until = Number(month.to.slice(8))
  return (
    <Panel title={`${title} (${currency})`}>
      <StatRow band inside>
        <Stat
          label={isToday ? 'Today' : formatDate(periods.day.to)}
          value={<Money value={race.today} />}
          note={
            <>
              {isToday ? 'Yesterday' : 'Day before'} <Money value={race.dayBefore} />
            </>
          }
          to={to(periods.day)}
        />
        <Stat
          label="Month to date"
          value={<Money value={race.month} />}
          note={
            <>
              <Change from={race.lastMonth} now={race.month} name={lastName} />
              <Change from={race.lastYear} now={race.month} name={yearName} />
            </>
          }
          to={to(month)}
        />
        <Stat
          label="Previous month to date"
          value={<Money value={race.lastMonth} />}
          to={to(lastMonth)}
        />
        <Stat
          label="Same period last year"
          value={<Money value={race.lastYear} />}
          to={to(lastYear)}
        />
      </StatRow>
      <LineChart
        label={`${title} by day, cumulative: ${thisName} to day ${until} ${formatMoney(race.month)}, ${lastName} by then ${formatMoney(race.lastMonth)} and at its end ${formatMoney(race.wholeLastMonth)}, ${yearName} by then ${formatMoney(race.lastYear)} and at its end ${formatMoney(race.wholeLastYear)}. The table below lists the days.`}
        lines={[
          { name: thisName, values: race.sums.map(({ now }) => now) },
          { name: lastName, values: race.sums.map((day) => day.lastMonth) },
          { name: yearName, values: race.sums.map((day) => day.lastYear) },
        ]}
        titles={race.sums.map(
          ({ day, now, ...before }) =>
            `Day ${day}: ${textOf(now)}; ${lastName} ${textOf(before.lastMonth)}; ${yearName} ${textOf(before.lastYear)}`,
        )}
        ticks={['1', String(Math.ceil(race.days.length / 2)), String(race.days.length)]}
      />
      <details className="mt-3">
        <summary className="cursor-pointer text-xs font-medium text-accent">Daily figures</summary>
        <div className="-mx-4 mt-2 -mb-4 border-t border-line">
          <DataTable
            caption={`${title}, daily figures`}
            rows={race.days}
            rowKey={({ day }) => String(day)}
            columns={columnsOf(race, [thisName, lastName, yearName])}
            wide
            empty={null}
          />
        </div>
      </details>
    </Panel>
  )
}

interface ChangeProps {
  name: string
  from: Amount
  now: Amount
}

/** Says the change of this month from the same days of an earlier one. */
function Change({ name, from, now }: ChangeProps) {
  const change = changeFrom(from, now)
  return change ? (
    <span className="block">
      {change}% vs {name}
    </span>
  ) : null
}

const textOf = (amount: Amount | null) => (amount === null ? '–' : formatMoney(amount))

function columnsOf(
  race: Race,
  [now, lastMonth, lastYear]: [string, string, string],
): Column<RaceDay>[] {
  const amounts = [
    ['now', now, race.month],
    ['lastMonth', lastMonth, race.wholeLastMonth],
    ['lastYear', lastYear, race.wholeLastYear],
  ] as const
  return [
    { key: 'day', header: 'Day', phone: 'title', cell: ({ day }) => day, total: 'Total' },
    ...amounts.map(
      ([key, header, total]): Column<RaceDay> => ({
        key,
        header,
        align: 'end',
        cell: (day) => <Money value={day[key]} />,
        total: <Money value={total} />,
      }),
    ),
  ]
}
