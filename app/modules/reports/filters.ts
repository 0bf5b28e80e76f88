import { formatDate, writtenDay } from '~/platform/values/dates'
import { idOf } from '~/platform/values/ids'
import { formatMoment, parseMoment } from '~/platform/values/moments'
import { formatMoney, money, parseMoney, toCents } from '~/platform/values/money'
import {
  type Filters,
  LISTS_WITHOUT_IDS,
  type ReportDefinition,
  type ReportFilter,
  type ReportProject,
} from './definition'

/**
 * Reads the filters of an address, with the report's defaults. An invalid value is ignored. A
 * filter never widens what the reader may see, because the database decides that.
 */
export function readFilters(
  report: ReportDefinition,
  project: ReportProject,
  search: URLSearchParams,
): Filters {
  const level = report.levels.find(({ value }) => value === search.get('level'))
  const filters: Record<string, string> = { level: (level ?? report.levels[0]!).value }
  for (const filter of report.filters) {
    // Several filters can share a name for different levels, such as the order.
    const means = (one: ReportFilter) => appliesTo(one, filters.level!)
    if (filter.ofLevel && !means(filter)) continue
    if (!means(filter) && report.filters.some((one) => one.name === filter.name && means(one)))
      continue
    const value = readFilter(filter, project, search.get(filter.name)?.trim() ?? '')
    if (value) filters[filter.name] = value
  }
  return filters
}

function readFilter(filter: ReportFilter, project: ReportProject, typed: string): string | null {
  switch (filter.kind) {
    case 'date':
      return writtenDay(typed) ?? filter.initial(project)
    case 'choice': {
      const options = filter.options(project)
      return (options.find(({ value }) => value === typed) ?? options[0]!).value
    }
    case 'flag':
      return typed === '1' ? '1' : null
    case 'amount': {
      const amount = parseMoney(typed)
      return amount && toCents(amount) > 0n ? amount : null
    }
    case 'count':
      if (/^\d{1,6}$/.test(typed)) return String(Number(typed))
      return filter.initial === undefined ? null : String(filter.initial)
    case 'moment':
      return parseMoment(typed, project.timeZone)
    case 'typed':
      return typed.slice(0, 40) || null
    case 'list':
      if (LISTS_WITHOUT_IDS.includes(filter.of)) return typed.slice(0, 80) || null
      break
  }
  return idOf(typed)?.toLowerCase() ?? null
}

/**
 * Returns whether a filter differs from its default. The order does not count: the table's headers
 * show it.
 */
export function isChosen(filter: ReportFilter, project: ReportProject, filters: Filters): boolean {
  if (filter.kind === 'choice' && filter.quiet) return false
  return (filters[filter.name] ?? '') !== (readFilter(filter, project, '') ?? '')
}

/** Kinds of filters that stand on the line beside the choice of the level, with room for a chip. */
const AT_HAND: readonly ReportFilter['kind'][] = ['date', 'customer']
/** The number of filters on the line of a report that has neither. */
const OTHERS_AT_HAND = 2

/**
 * Splits the filters into those always shown and those that open on demand, to leave space for the
 * rows.
 */
export function splitFilters(filters: readonly ReportFilter[]) {
  // The headers of a table sort too.
  const own = filters.filter(({ ofLevel, name }) => ofLevel && name !== 'sort')
  // A period leaves no room for further days.
  const days = filters.some(({ name }) => name === 'from') ? ['from', 'to'] : null
  const isAtHand = ({ kind, name }: ReportFilter) =>
    AT_HAND.includes(kind) && (kind !== 'date' || !days || days.includes(name))
  const first = filters.filter(isAtHand).slice(0, 3)
  const atHand = [...own, ...(first.length > 0 ? first : filters.slice(0, OTHERS_AT_HAND))]
  return { atHand, more: filters.filter((one) => !atHand.includes(one)) }
}

/** Returns whether a filter applies to rows of this level. */
export function appliesTo({ levels }: ReportFilter, level: string): boolean {
  return levels?.includes(level) ?? true
}

/** Describes the filters in words, for the heading and the print: `As of 11/21/2026 · …`. */
export function describeFilters(
  report: ReportDefinition,
  project: ReportProject,
  filters: Filters,
  names: ReadonlyMap<string, string>,
): string {
  const words = report.filters.flatMap((filter) => {
    const value = filters[filter.name]
    if (!value || !appliesTo(filter, filters.level!)) return []
    switch (filter.kind) {
      case 'date':
        return `${filter.label} ${formatDate(value)}`
      case 'choice': {
        if (filter.quiet) return []
        const chosen = filter.options(project).find((option) => option.value === value)
        return `${filter.label}: ${chosen?.label.toLowerCase()}`
      }
      case 'flag':
        return filter.label
      case 'amount':
        return `${filter.label} ${formatMoney(money(value))}`
      case 'moment':
        return `${filter.label} ${formatMoment(value, project.timeZone)}`
      case 'count':
      case 'typed':
        return `${filter.label} ${value}`
      default:
        return `${filter.label}: ${names.get(value) ?? 'unknown'}`
    }
  })
  return words.join(' · ')
}
