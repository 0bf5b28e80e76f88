import { Bars } from '~/ui/Bars'
import { LineChart } from '~/ui/Chart'
import { AgingBar } from '~/ui/Meters'
import type { ChartOfReport } from '../chart'

/** Draws the figures of a report above its rows, which list them. Its reader may close it. */
export function ReportChart({ chart, currency }: { chart: ChartOfReport; currency: string }) {
  return (
    <details open className="border-b border-line px-3 py-1.5 print:hidden">
      <summary className="cursor-pointer text-xs font-medium text-muted">
        {chart.kind === 'lines' ? `${chart.title} (${currency})` : chart.title}
      </summary>
      <div className="py-1.5">{drawn(chart)}</div>
    </details>
  )
}

function drawn(chart: ChartOfReport) {
  switch (chart.kind) {
    case 'lines':
      return (
        <LineChart
          label={`${chart.title}. The report lists the figures.`}
          lines={[
            { name: 'This period', kind: 'now', values: chart.now },
            { name: chart.beforeName, kind: 'before', values: chart.before },
            { name: 'Target', kind: 'target', values: chart.target },
          ]}
          places={chart.places}
        />
      )
    case 'bars':
      return <Bars bars={chart.bars} />
    case 'ageing':
      return <AgingBar buckets={chart.buckets} legend />
  }
}
