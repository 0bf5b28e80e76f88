import { Link } from '@remix-run/react'
import { BASES, ITEMS } from '~/modules/reports/sold'
import { paths } from '~/paths'
import { formatMonth } from '~/platform/values/dates'
import { LinkButton } from '~/ui/Button'
import { FilterBar, FilterDate, FilterSelect } from '~/ui/FilterBar'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import type { PortalData } from '../load.server'
import type { Period } from '../periods'
import { AgentTable } from './AgentTable'
import { BuyersPanel } from './BuyersPanel'
import { LowStockPanel } from './LowStockPanel'
import { NowFigures } from './NowFigures'
import { RacePanel } from './RacePanel'
import { ReachGrid } from './ReachGrid'

/**
 * Shows "Tracking & Reports": one screen for every role with a portal, with the panels that the
 * reader may see.
 */
export function PortalScreen({ data }: { data: PortalData }) {
  const { day, basis, periods, sales, collections, best, falling, grid, currency, isToday } = data
  const salesAt = (more: Record<string, string>) => (period: Period) =>
    `${paths.reports.report('sales')}?${new URLSearchParams({ ...period, basis, ...more })}`
  const buyers = { mayOpen: data.opensCustomers }
  return (
    <>
      <PageHeader
        title="Tracking & Reports"
        actions={
          // The filters stand in the line of the title and have no line of their own below them.
          <div className="[&>div]:border-0">
            <FilterBar>
              <FilterDate name="as_of" label="As of" defaultValue={day} />
              <FilterSelect name="basis" label="Date basis" all={null} options={BASES} />
              {grid ? (
                <FilterSelect name="items" label="Product level" all={null} options={ITEMS} />
              ) : null}
            </FilterBar>
          </div>
        }
      />
      <NowFigures {...data} />
      <div className="grid gap-4 xl:grid-cols-2">
        {sales ? (
          <RacePanel
            title="Sales"
            race={sales}
            target={data.targets.sales}
            to={salesAt({ level: 'day' })}
            {...{ periods, currency, isToday }}
          />
        ) : null}
        {collections ? (
          <RacePanel
            title="Collections"
            race={collections}
            target={data.targets.collections}
            to={({ from, to }) =>
              `${paths.reports.report('collection')}?level=day&from=${from}&to=${to}`
            }
            {...{ periods, currency, isToday }}
          />
        ) : null}
        <div className="min-w-0 xl:col-span-2">
          <AgentTable {...data} />
        </div>
        {grid ? (
          <div className="min-w-0 xl:col-span-2">
            <ReachGrid {...data} grid={grid} />
          </div>
        ) : null}
        {best ? (
          <BuyersPanel
            title={`Top customers, ${formatMonth(day)}`}
            buyers={best}
            now={`Sales (${currency})`}
            before="Previous month to date"
            to={salesAt({ level: 'customer', sort: 'net' })(periods.month)}
            empty={{
              title: 'No sales yet',
              text: 'Customers with sales this month are listed here.',
            }}
            {...buyers}
          />
        ) : null}
        {falling ? (
          <BuyersPanel
            title="At-risk customers"
            buyers={falling}
            now={`30 days (${currency})`}
            before="Previous 30 days"
            to={salesAt({ level: 'customer', sort: 'drop' })(periods.recent)}
            empty={{
              title: 'No at-risk customers',
              text: 'Customers who bought less in the last 30 days than in the previous 30 are listed here.',
            }}
            actions={
              data.asksForQuiet ? (
                <LinkButton
                  size="sm"
                  to={`${paths.reports.report('customer_masterlist')}?quiet_days=60&level=customer&sort=last_order`}
                >
                  No order in 60 days
                </LinkButton>
              ) : null
            }
            {...buyers}
          />
        ) : null}
        {data.stock ? <LowStockPanel {...data.stock} /> : null}
        <ReportLinks reports={data.reports} />
      </div>
    </>
  )
}

interface Props {
  reports: readonly { path: string; title: string; about: string }[]
}

/** Lists the reports that the reader may open. */
function ReportLinks({ reports }: Props) {
  return (
    // A phone has the reports in its menu.
    <Panel title="Reports" className="max-sm:hidden">
      <ul className="grid gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-3">
        {reports.map(({ path, title, about }) => (
          <li key={path}>
            <Link to={path} className="font-semibold text-accent hover:underline">
              {title}
            </Link>
            <span className="block text-muted">{about}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
