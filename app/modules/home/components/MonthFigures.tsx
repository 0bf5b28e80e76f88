import { paths } from '~/paths'
import { changeFrom } from '~/platform/values/percent'
import { Money } from '~/ui/Figures'
import { Stat, StatRow } from '~/ui/Stat'
import type { HomeDay, MonthBeside } from '../day.server'
import { ChangeMark } from './ChangeMark'
import { HomeSection } from './HomeSection'

interface Props extends Pick<HomeDay, 'sales' | 'collections'> {
  currency: string
}

/** Shows sales and collections of the month to date, with the change from earlier months. */
export function MonthFigures({ sales, collections, currency }: Props) {
  if (!sales && !collections) return null
  return (
    <HomeSection title="Month to date">
      <StatRow band>
        {sales ? (
          <MonthStat
            label={`Sales (${currency})`}
            beside={sales}
            to={paths.reports.report('sales')}
          />
        ) : null}
        {collections ? (
          <MonthStat
            label={`Collections (${currency})`}
            beside={collections}
            to={paths.reports.report('collection')}
          />
        ) : null}
      </StatRow>
    </HomeSection>
  )
}

function MonthStat({ label, beside, to }: { label: string; beside: MonthBeside; to: string }) {
  const { month, last_month, last_year } = beside
  return (
    <Stat
      label={label}
      value={<Money value={month} />}
      note={
        <>
          <Change from={last_month} now={month} name="previous month" />
          <Change from={last_year} now={month} name="same period last year" />
        </>
      }
      to={to}
    />
  )
}

interface ChangeProps {
  from: MonthBeside['month']
  now: MonthBeside['month']
  name: string
}

/** Says the change from the same days of an earlier month; their amount where a percentage says nothing. */
function Change({ from, now, name }: ChangeProps) {
  const change = changeFrom(from, now)
  return (
    <span className="block">
      {change ? (
        <>
          <ChangeMark change={change} /> vs {name}, <Money value={from} />
        </>
      ) : (
        <>
          <Money value={from} /> {name}
        </>
      )}
    </span>
  )
}
