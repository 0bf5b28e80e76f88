import type { Permission } from '~/platform/access/permissions'
import {
  addDays,
  addMonths,
  dayNumber,
  formatDate,
  formatMonth,
  monthStart,
} from '~/platform/values/dates'
import { type Money, money } from '~/platform/values/money'
import { dailyTarget } from './daily-target'
import {
  cellKey,
  type Filters,
  folderOf,
  type ReportColumn,
  type ReportDefinition,
  type ReportRow,
  type ReportView,
} from './definition'
import { textOf } from './figures'
import { appliesTo, isChosen } from './filters'

/** The drawing above the rows of a report. */
export type ChartOfReport =
  | {
      kind: 'lines'
      title: string
      places: readonly { name: string; tick: string }[]
      now: readonly (Money | null)[]
      /** The previous period, or the same one of last year; empty when it has nothing. */
      before: readonly (Money | null)[]
      beforeName: string
      /** The target of each place; empty without one. */
      target: readonly (Money | null)[]
    }
  | { kind: 'bars'; title: string; bars: readonly Bar[] }
  | { kind: 'ageing'; title: string; buckets: readonly { label: string; amount: Money }[] }

interface Bar {
  label: string
  /** The length in percent: of the longest, or the percentage itself. */
  length: number
  text: string
}

/** The reports whose chart is a line over the days or months of the period, with its name; `chart_of_report` has the figure. */
const OVER_TIME: Readonly<Record<string, Measured>> = {
  sales: { label: 'Net sales', target: 'sales' },
  collection: { label: 'Collections', target: 'collections' },
  purchase: { label: 'Net purchases' },
  expenses: { label: 'Expenses' },
}

interface Measured {
  label: string
  /** The target of agents that it is compared with. */
  target?: 'sales' | 'collections'
}

/** Filters that leave the whole of an agent's sales or collections, which targets are set for. */
const WITH_TARGET = ['basis', 'from', 'to', 'against', 'items', 'agent_id', 'units', 'sort']

/** Levels without a chart: they show other figures, or lay the same ones out themselves. */
const WITHOUT = ['pivot', 'numbers', 'not_buying']

/** The longest period that is drawn by day, and the shortest that is drawn at all. */
const MOST_DAYS = 62
const LEAST_PLACES = 3
const MOST_MONTHS = 60
/** The most bars of a chart. */
const MOST_BARS = 12

type Query = Record<string, string | number>

/** Data that a chart needs: calls of `chart_of_report`, or of the report's function without a series, and the months of its targets. */
export interface ChartQuery {
  filters: readonly Query[]
  series: Series | null
  targets: { from: string; to: string; agent_id?: string } | null
}

/** The targets of a month, as `targets_by_month` answers. */
interface MonthTarget {
  month: string
  sales: unknown
  collections: unknown
}

interface Series extends Measured {
  unit: 'day' | 'month'
  places: readonly string[]
  /** The places of the period before; empty when it is not compared. */
  earlier: readonly string[]
  /** The period before is the same one of last year, which is read by a call of its own. */
  isYear: boolean
}

/** Returns what the chart of a page asks for; null when it has none, or is made of what the page has anyway. */
export function chartQuery(
  report: ReportDefinition,
  { level, filters, permissions, settings }: Omit<ReportView, 'heads'>,
): ChartQuery | null {
  // A past moment takes long to read.
  if (WITHOUT.includes(level) || filters.known_at) return null
  const folder = folderOf(report)
  const { sort, rows, columns, measure, ...same } = filters
  if (folder === 'inventory') {
    const by = stockValue(permissions)
    const ask = { ...same, level: 'category1', sort: by.key, limit: MOST_BARS }
    return { filters: [ask], series: null, targets: null }
  }
  const measured = OVER_TIME[folder]
  const series = measured && seriesOf(folder, measured, filters)
  if (!series) return null
  const { unit, earlier, places, isYear } = series
  const ask = { ...same, level: unit, against: 'none' }
  const since = (place: string) => (unit === 'day' ? place : `${place}-01`)
  return {
    filters:
      isYear && unit === 'day'
        ? [ask, { ...ask, from: earlier[0]!, to: earlier.at(-1)! }]
        : [earlier[0] ? { ...ask, from: since(earlier[0]) } : ask],
    series,
    targets: targetsOf(report, measured, places, { level, filters, permissions, settings }),
  }
}

/** Returns the months whose targets the reader may compare the figures with; null where the filters leave a part of them. */
function targetsOf(
  report: ReportDefinition,
  { target }: Measured,
  places: readonly string[],
  { level, filters, permissions, settings }: Omit<ReportView, 'heads'>,
): ChartQuery['targets'] {
  const project = { settings, timeZone: '' }
  const narrows = report.filters.some(
    (filter) =>
      !WITH_TARGET.includes(filter.name) &&
      appliesTo(filter, level) &&
      isChosen(filter, project, filters),
  )
  if (!target || narrows) return null
  if (!permissions.some((permission) => PORTALS.includes(permission))) return null
  const [from, to] = [places[0]!.slice(0, 7), places.at(-1)!.slice(0, 7)]
  return { from, to, ...(filters.agent_id ? { agent_id: filters.agent_id } : {}) }
}

/** Returns the days or months of the period, with those before it where they cost little to read. */
function seriesOf(
  folder: string,
  measured: Measured,
  { from = '', to = '', against = 'previous' }: Filters,
): Series | null {
  if (!from || !to || to < from) return null
  const days = dayNumber(to) - dayNumber(from) + 1
  if (days <= MOST_DAYS) {
    const places = Array.from({ length: days }, (_, at) => addDays(from, at))
    const isYear = against === 'year'
    const before = isYear
      ? addMonths(from, -12)
      : against === 'previous'
        ? dayBefore(from, to)
        : null
    const earlier = before ? places.map((_, at) => addDays(before, at)) : []
    const series: Series = {
      ...{ ...measured, unit: 'day', places, isYear },
      earlier: earlier.filter((day) => day < from),
    }
    return days < LEAST_PLACES ? null : series
  }
  const places: string[] = []
  for (let month = monthStart(from); month <= to; month = addMonths(month, 1))
    places.push(month.slice(0, 7))
  if (places.length < LEAST_PLACES || places.length > MOST_MONTHS) return null
  // Months before are sums that are stored of sales alone, and compare with whole months.
  const whole = from === monthStart(from)
  const isYear = against === 'year'
  const back = isYear ? 12 : places.length
  const compared =
    folder === 'sales' && whole && (against === 'previous' || (isYear && places.length <= 12))
  const earlier = compared ? places.map((month) => addMonths(`${month}-01`, -back).slice(0, 7)) : []
  return { ...measured, unit: 'month', places, earlier, isYear }
}

/** Returns the first day of the period before, as the report compares periods (private.comparison_period). */
function dayBefore(from: string, to: string): string {
  if (from !== monthStart(from)) return addDays(from, dayNumber(from) - dayNumber(to) - 1)
  let months = 1
  while (addMonths(from, months) <= to) months++
  return addMonths(from, -months)
}

/** The permissions of who may read targets. */
const PORTALS: readonly Permission[] = ['portal.gm', 'portal.ase']

const stockValue = (permissions: readonly Permission[]) =>
  permissions.includes('costs.read')
    ? { key: 'cost_value', label: 'Value at cost' }
    : { key: 'srp_value', label: 'Value at SRP' }

interface Drawn {
  view: ReportView
  columns: readonly ReportColumn[]
  total: ReportRow
  today: string
}

/** Returns the chart of a page from what was read for it; null when there is nothing to draw. */
export function chartOf(
  report: ReportDefinition,
  { view, columns, total, today }: Drawn,
  asked: ChartQuery | null,
  rows: readonly Readonly<Record<string, unknown>>[],
  targets: readonly MonthTarget[] = [],
): ChartOfReport | null {
  if (asked?.series) return linesOf(asked.series, rows, { targets, today })
  if (asked) return stockOf(view, rows)
  if (WITHOUT.includes(view.level)) return null
  switch (folderOf(report)) {
    case 'ar':
      return ageingOf(columns, total)
    case 'penetration_report':
      return reachOf(view, columns, total)
  }
  return null
}

function linesOf(
  { label, target, unit, places, earlier, isYear }: Series,
  rows: readonly Readonly<Record<string, unknown>>[],
  { targets, today }: { targets: readonly MonthTarget[]; today: string },
): ChartOfReport | null {
  const found = new Map(rows.map(({ place, amount }) => [place, money(amount)]))
  const valuesOf = (of: readonly string[]) =>
    of.map((place) => (place > today ? null : (found.get(place) ?? money(0))))
  const known = (of: readonly string[]) => of.some((place) => found.has(place))
  if (!known(places)) return null
  const by = unit === 'day' ? 'day' : 'month'
  const set = new Map(targets.map((one) => [one.month, target && one[target]]))
  return {
    kind: 'lines',
    title: `${label} by ${by}`,
    places: places.map((place) =>
      unit === 'day'
        ? { name: formatDate(place), tick: formatDate(place).slice(0, 5) }
        : { name: formatMonth(place), tick: `${place.slice(5)}/${place.slice(0, 4)}` },
    ),
    now: valuesOf(places),
    before: known(earlier) ? valuesOf(earlier) : [],
    beforeName: isYear ? 'Same period last year' : 'Previous period',
    target: places.map((place) => {
      const month = set.get(place.slice(0, 7))
      if (month === null || month === undefined) return null
      return unit === 'day' ? dailyTarget(money(month), place) : money(month)
    }),
  }
}

function stockOf(
  { permissions }: ReportView,
  rows: readonly Readonly<Record<string, unknown>>[],
): ChartOfReport | null {
  const { key, label } = stockValue(permissions)
  const column: ReportColumn = { key, header: label, type: 'money' }
  const bars = rows.map((row) => ({
    label: String(row.category1 ?? 'No category'),
    value: Number(row[key] ?? 0),
    text: textOf(column, { [key]: money(row[key]) }) ?? '',
  }))
  return barsOf(`${label} by category 1`, bars)
}

function ageingOf(columns: readonly ReportColumn[], total: ReportRow): ChartOfReport | null {
  const buckets = columns
    .filter(({ of }) => of === 'ageing')
    .map((column) => ({ label: column.header, amount: money(total[cellKey(column)] ?? 0) }))
  return buckets.some(({ amount }) => Number(amount) > 0)
    ? { kind: 'ageing', title: 'Receivables by age', buckets }
    : null
}

function reachOf(
  { level, heads, filters }: ReportView,
  columns: readonly ReportColumn[],
  total: ReportRow,
): ChartOfReport | null {
  const cells = columns.filter(({ of }) => of === 'cells')
  const bars = heads.slice(0, MOST_BARS).flatMap(({ key, label }) => {
    const column = cells.find((cell) => cell.key === key)
    const value = column && total[cellKey(column)]
    return column && value !== null && value !== undefined
      ? { label, value: Number(value), text: textOf(column, total) ?? '' }
      : []
  })
  const items = filters.items === 'product' ? 'product' : 'category'
  return barsOf(`Penetration by ${level === 'item' ? 'agent' : items}`, bars, 100)
}

function barsOf(
  title: string,
  bars: readonly { label: string; value: number; text: string }[],
  whole?: number,
): ChartOfReport | null {
  const shown = bars.filter(({ value }) => value > 0)
  const longest = whole ?? Math.max(0, ...shown.map(({ value }) => value))
  return shown.length > 1
    ? {
        kind: 'bars',
        title,
        bars: shown.map(({ label, value, text }) => ({
          ...{ label, text },
          length: Math.round((value / longest) * 1000) / 10,
        })),
      }
    : null
}
