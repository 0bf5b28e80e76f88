import { ageingBuckets } from '~/modules/receivables/ageing'
import { dailyTarget } from '~/modules/reports/daily-target'
import { row } from '~/platform/db/command.server'
import type { Db, Membership, ProjectSettings } from '~/platform/request/context'
import { addDays, today } from '~/platform/values/dates'
import { addMoney, fromCents, type Money, money, toCents } from '~/platform/values/money'

/** An overdue customer to call. */
export interface OverdueCustomer {
  id: string
  name: string
  store_name: string | null
  contact: string | null
  overdue: Money
  age_days: number | null
}

/** The answer of the SQL function `home_overview`; money is text. */
export interface FoundOverview {
  /** Sales targets by month. */
  targets: Record<string, Money | null>
  cash: { office: Money; banks: Money; moved: Record<string, Money> } | null
  sales: Record<string, Money> | null
  collections: Record<string, Money> | null
  ageing: Record<string, Money> | null
  overdue: OverdueCustomer[]
}

/** The days of a chart: as many before them are its comparison. */
const DAYS = 30

export interface SalesDay {
  date: string
  now: Money
  before: Money
  target: Money | null
}

/** The figures of the company that owners and managers see on Home; a part is null without the permission of its report. */
export interface CompanyDay {
  salesTarget: Money | null
  cash: { office: Money; banks: Money; total: Money; byDay: Money[] } | null
  /** The last thirty days, each beside the day thirty days before. */
  days: SalesDay[] | null
  /** The collections of the last thirty days. */
  collected: Money[] | null
  ageing: { label: string; amount: Money }[] | null
  overdue: OverdueCustomer[]
}

/** Reads the figures of the company for those who have a portal. */
export async function readCompanyDay(db: Db, project: Membership): Promise<CompanyDay> {
  const found = row(await db.rpc('home_overview', { p_project: project.projectId }))
  return companyDayOf(found as unknown as FoundOverview, project, today(project.timeZone))
}

/** Returns the figures of the company on a day, out of what the database found. */
export function companyDayOf(
  found: FoundOverview,
  { settings }: { settings: Pick<ProjectSettings, 'age_by' | 'ageing_buckets'> },
  last: string,
): CompanyDay {
  const { cash, sales, collections, ageing } = found
  const targetIn = (day: string) => found.targets[day.slice(0, 7)] ?? null
  const dailyTargetOn = (day: string) => {
    const target = targetIn(day)
    return target && dailyTarget(money(target), day)
  }
  const dates = Array.from({ length: DAYS }, (_, index) => addDays(last, index + 1 - DAYS))
  return {
    salesTarget: targetIn(last),
    cash: cash && cashOf(cash, dates),
    days:
      sales &&
      dates.map((date) => ({
        date,
        now: money(sales[date] ?? 0),
        before: money(sales[addDays(date, -DAYS)] ?? 0),
        target: dailyTargetOn(date),
      })),
    collected: collections && dates.map((date) => money(collections[date] ?? 0)),
    ageing:
      ageing &&
      ageingBuckets(settings.ageing_buckets, settings.age_by).map(({ key, label, isCurrent }) => ({
        label: isCurrent ? 'Not due' : `${label} days`,
        amount: money(ageing[key] ?? 0),
      })),
    overdue: found.overdue,
  }
}

/** Returns the cash of today and of the evenings before it: that of an evening is what the next day had, less what moved on it. */
function cashOf({ office, banks, moved }: NonNullable<FoundOverview['cash']>, dates: string[]) {
  const total = addMoney(office, banks)
  let cents = toCents(total)
  const evenings = dates.toReversed().map((date) => {
    const evening = fromCents(cents)
    cents -= toCents(money(moved[date] ?? 0))
    return evening
  })
  return { office, banks, total, byDay: evenings.toReversed() }
}
