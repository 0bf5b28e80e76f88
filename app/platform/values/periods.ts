import { addDays, addMonths, dayNumber, monthEnd, monthStart } from './dates'

interface Days {
  from: string
  to: string
}

const weekStart = (day: string) => addDays(day, -((dayNumber(day) + 3) % 7))
const quarterStart = (day: string) =>
  addMonths(monthStart(day), -((Number(day.slice(5, 7)) - 1) % 3))

/** The periods that a filter offers, with their days seen from today. What has begun ends today: figures are compared so. */
const PERIODS: Record<string, { label: string; days(today: string): Days }> = {
  today: { label: 'Today', days: (today) => ({ from: today, to: today }) },
  week: { label: 'This week', days: (today) => ({ from: weekStart(today), to: today }) },
  month: { label: 'This month', days: (today) => ({ from: monthStart(today), to: today }) },
  last_month: {
    label: 'Last month',
    days: (today) => {
      const from = addMonths(monthStart(today), -1)
      return { from, to: monthEnd(from) }
    },
  },
  quarter: { label: 'Quarter', days: (today) => ({ from: quarterStart(today), to: today }) },
  year: {
    label: 'Year to date',
    days: (today) => ({ from: `${today.slice(0, 4)}-01-01`, to: today }),
  },
  whole_week: {
    label: 'This week',
    days: (today) => ({ from: weekStart(today), to: addDays(weekStart(today), 6) }),
  },
  whole_month: {
    label: 'This month',
    days: (today) => ({ from: monthStart(today), to: monthEnd(today) }),
  },
  whole_quarter: {
    label: 'Quarter',
    days: (today) => {
      const from = quarterStart(today)
      return { from, to: monthEnd(addMonths(from, 2)) }
    },
  },
}

/** The periods of days that have passed, and those of lists whose days lie ahead, such as of post-dated cheques. */
export const PAST_PERIODS = ['today', 'week', 'month', 'last_month', 'quarter', 'year'] as const
export const AHEAD_PERIODS = 'today whole_week whole_month last_month whole_quarter year'.split(' ')

export const periodLabel = (id: string) => PERIODS[id]!.label

/** The name in the address under which a period stands, such as `delivered_period`, and the names of its days. */
const NAME = /^(.*)period$/
const namesOf = (prefix: string) => ({ from: `${prefix}from`, to: `${prefix}to` })

/** Returns the address of a period: its days, and its name, by which a saved view knows that it moves with today. */
export function withPeriod(search: URLSearchParams, prefix: string, id: string, today: string) {
  const changed = new URLSearchParams(search)
  const { from, to } = PERIODS[id]!.days(today)
  changed.set(`${prefix}from`, from)
  changed.set(`${prefix}to`, to)
  changed.set(`${prefix}period`, id)
  return changed
}

/** Returns the period of an address, unless its days were changed or are no longer those of the period. */
export function periodIn(search: URLSearchParams, prefix: string, today: string): string | null {
  const id = search.get(`${prefix}period`) ?? ''
  const period = Object.hasOwn(PERIODS, id) ? PERIODS[id] : undefined
  const names = namesOf(prefix)
  const days = period?.days(today)
  return days?.from === search.get(names.from) && days.to === search.get(names.to) ? id : null
}

const prefixesOf = (search: URLSearchParams) =>
  [...search.keys()].flatMap((name) => NAME.exec(name)?.[1] ?? [])

/**
 * Returns what a saved view keeps of an address: a period by its name instead of its days.
 *
 * @param search The address, of which `kept` are the filters.
 */
export function keepPeriods(kept: string, search: URLSearchParams, today: string): string {
  const relative = new URLSearchParams(kept)
  for (const prefix of prefixesOf(search)) {
    const id = periodIn(search, prefix, today)
    relative.delete(`${prefix}period`)
    if (!id) continue
    const names = namesOf(prefix)
    relative.delete(names.from)
    relative.delete(names.to)
    relative.set(`${prefix}period`, id)
  }
  return relative.toString()
}

/** Returns the address of a saved view, with the days that its periods have today. */
export function fillPeriods(kept: string, today: string): string {
  let search = new URLSearchParams(kept)
  for (const prefix of prefixesOf(search)) {
    const id = search.get(`${prefix}period`) ?? ''
    if (Object.hasOwn(PERIODS, id)) search = withPeriod(search, prefix, id, today)
  }
  return search.toString()
}
