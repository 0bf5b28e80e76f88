import { formatDate } from '~/platform/values/dates'
import { addMoney, formatMoney, money } from '~/platform/values/money'
import { changeFrom } from '~/platform/values/percent'
import { LineChart } from '~/ui/Chart'
import { Panel } from '~/ui/Panel'
import type { SalesDay } from '../company-day.server'

/** Shows the sales of the last thirty days beside those of the thirty before. */
export function SalesChart({ days, currency }: { days: readonly SalesDay[]; currency: string }) {
  const total = days.reduce((sum, { now }) => addMoney(sum, now), money(0))
  const before = days.reduce((sum, day) => addMoney(sum, day.before), money(0))
  const change = changeFrom(before, total)
  const text = `${formatMoney(total)}${change ? `, ${change} vs previous 30 days` : ''}`
  return (
    <Panel
      title={`Sales, last 30 days (${currency})`}
      actions={<span className="figures text-xs text-muted">{text}</span>}
    >
      <LineChart
        label={`Sales by day, last 30 days: ${text}. The sales report lists the days.`}
        lines={[
          { name: 'Last 30 days', kind: 'now', values: days.map(({ now }) => now) },
          { name: 'Previous 30 days', kind: 'before', values: days.map((day) => day.before) },
          { name: 'Target', kind: 'target', values: days.map(({ target }) => target) },
        ]}
        places={days.map(({ date }) => ({
          name: formatDate(date),
          tick: formatDate(date).slice(0, 5),
        }))}
      />
    </Panel>
  )
}
