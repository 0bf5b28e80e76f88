import { Link } from '@remix-run/react'
import { formatDate, formatMonth } from '~/platform/values/dates'
import { type Money as Amount, formatMoney, isZero } from '~/platform/values/money'
import { changeFrom, percentOf } from '~/platform/values/percent'
import { LineChart } from '~/ui/Chart'
import { type Column, DataTable } from '~/ui/DataTable'
import { Money } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'
import { Stat, StatRow } from '~/ui/Stat'
import type { Period, Periods } from '../periods'
import { paceOf, type Race, type RaceDay } from '../race'

interface Props {
  title: string
  race: Race
  /** The target of the month; null without one. */
  target: Amount | null
  periods: Periods
  /** The day is today, not a past one that was asked for. */
  isToday: boolean
  currency: string
  /** Returns the address of the report for a period. */
  to: (period: Period) => string
}

/**
 * Compares today and this month with the month and the year before, and with the target: figures, a chart, and the days.
 */
export function RacePanel({ title, race, target, periods, isToday, currency, to }: Props) {
  const { month, lastMonth, lastYear } = periods
  const names = [month, lastMonth, lastYear].map(({ from }) => formatMonth(from))
  const [thisName, lastName, yearName] = names as [string, string, string]
  const until = Number(month.to.slice(8))
  const reached = target && percentOf(race.month, target)
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
            reached ? (
              `${reached}% of target`
            ) : (
              <Change from={race.lastMonth} now={race.month} name={lastName} />
            )
          }
          to={to(month)}
        />
        <Compared
          of={[
            {
              label: 'Previous month to date',
              period: lastMonth,
              amount: race.lastMonth,
              name: lastName,
            },
            ...(isZero(race.wholeLastYear)
              ? []
              : [
                  {
                    label: 'Same period last year',
                    period: lastYear,
                    amount: race.lastYear,
                    name: yearName,
                  },
                ]),
          ]}
          now={race.month}
          to={to}
        />
      </StatRow>
      <LineChart
        label={`${title} by day, cumulative: ${thisName} to day ${until} ${formatMoney(race.month)}, ${lastName} by then ${formatMoney(race.lastMonth)} and at its end ${formatMoney(race.wholeLastMonth)}, ${yearName} by then ${formatMoney(race.lastYear)} and at its end ${formatMoney(race.wholeLastYear)}. The table below lists the days.`}
        lines={[
          { name: thisName, kind: 'now', values: race.sums.map(({ now }) => now) },
          { name: lastName, kind: 'before', values: race.sums.map((day) => day.lastMonth) },
          ...(target
            ? [
                {
                  name: 'Target',
                  kind: 'target' as const,
                  values: paceOf(target, month.to),
                },
              ]
            : []),
        ]}
        places={race.days.map(({ day }) => ({ name: `Day ${day}`, tick: String(day) }))}
      />
      <details className="mt-3 max-sm:hidden">
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

interface ComparedProps {
  of: readonly { label: string; period: Period; amount: Amount; name: string }[]
  now: Amount
  to: Props['to']
}

/** Lists earlier periods, each with its amount and the change since; a phone has no room for them. */
function Compared({ of, now, to }: ComparedProps) {
  return (
    <ul className="flex min-w-52! flex-col gap-1 px-4 py-3 text-xs text-muted max-sm:hidden">
      {of.map(({ label, period, amount, name }) => (
        <li key={label}>
          {label}
          <span className="block">
            <Link to={to(period)} className="font-semibold text-ink hover:underline">
              <Money value={amount} />
            </Link>{' '}
            <Change from={amount} now={now} name={name} />
          </span>
        </li>
      ))}
    </ul>
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
    <span className="whitespace-nowrap">
      {change} vs {name}
    </span>
  ) : null
}

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
