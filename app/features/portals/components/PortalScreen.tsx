import { formatWeekdayDate } from '~/platform/dates'
import { FilterBar, FilterDate } from '~/ui/FilterBar'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import type { PortalData } from '../load.server'
import { AgentTable } from './AgentTable'
import { LowStockPanel } from './LowStockPanel'
import { NowFigures } from './NowFigures'
import { ReportLinks } from './ReportLinks'

/** "Tracking & Reports": one screen for everyone who has a portal, of the blocks that they may see. */
export function PortalScreen({ data }: { data: PortalData }) {
  return (
    <>
      <PageHeader
        title="Tracking & Reports"
        description={`${data.company}, ${formatWeekdayDate(data.day)}`}
      />
      <Panel flush className="mb-4">
        <FilterBar>
          <FilterDate name="as_of" label="As of" defaultValue={data.day} />
        </FilterBar>
      </Panel>
      <NowFigures {...data} />
      <div className="grid gap-4">
        <AgentTable {...data} />
        {data.stock ? <LowStockPanel {...data.stock} /> : null}
        <ReportLinks reports={data.reports} />
      </div>
    </>
  )
}
