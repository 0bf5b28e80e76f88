import { z } from 'zod/mini'
import { dayOf, MONTHS, yearFirstDay } from './dates'
import { typedWords } from './texts'

/**
 * Reads calendar days as people type them. 10/05/2026 is October 5 in a form, as the product writes days; in a sheet the
 * order of day and month is decided for the whole column (`orderOf`).
 */

/** The part that stands first where day and month are numbers. */
export type DayOrder = 'month' | 'day'

/** A year of two digits from here on is one of the last century. */
const LAST_CENTURY = 80

/** Day, month and year in the order in which they were typed, and whether dots stand between them. */
interface Parts {
  first: number
  second: number
  year: number
  hasDots: boolean
}

/**
 * Returns a day as `YYYY-MM-DD`: of "2026-10-05", "10/05/2026", "10/5/26", "5-Oct-2026", "October 5, 2026". Null when the text
 * is no day from 1900 to 2999. With an order "05.10.2026" is read too.
 */
export function readDay(text: string, order?: DayOrder): string | null {
  const typed = typedWords(text) ?? ''
  const found = yearFirstDay(typed) ?? namedDay(typed)
  if (found) return found
  const parts = numbersOf(typed)
  if (!parts) return null
  const [monthFirst, dayFirst] = daysOf(parts)
  if (order) return order === 'day' ? dayFirst : monthFirst
  // Dots are written where the day comes first, so that only one reading may be possible.
  if (parts.hasDots) return monthFirst && dayFirst && monthFirst !== dayFirst ? null : dayFirst
  return monthFirst
}

/** Reads a day whose month is a word. */
function namedDay(text: string): string | null {
  const words = text
    .toLowerCase()
    .split(/[\s,./-]/)
    .filter(Boolean)
  const [first = '', second = '', year = '', ...more] = words
  if (more.length > 0) return null
  const isNamed = /^[a-z]/.test(first)
  const month = monthOfWord(isNamed ? first : second)
  const day = isNamed ? second : first
  if (month === 0 || !/^\d{1,2}$/.test(day) || !/^(?:\d{2}|\d{4})$/.test(year)) return null
  return dayOf(yearOf(year), month, Number(day))
}

/** The number of a month's name or its beginning, 0 for none. */
const monthOfWord = (word: string) =>
  word.length < 3
    ? 0
    : MONTHS.findIndex((name) => name.toLowerCase().startsWith(word)) + 1 ||
      (word === 'sept' ? 9 : 0)

function numbersOf(text: string): Parts | null {
  const [, first, mark, second, last, year] =
    /^(\d{1,2})([./-])(\d{1,2})([./-])(\d{4}|\d{2})$/.exec(text) ?? []
  if (!year || mark !== last) return null
  return { first: Number(first), second: Number(second), year: yearOf(year), hasDots: mark === '.' }
}

function yearOf(digits: string): number {
  const year = Number(digits)
  if (digits.length > 2) return year
  return year + (year < LAST_CENTURY ? 2000 : 1900)
}

function daysOf({ first, second, year }: Parts): [string | null, string | null] {
  return [dayOf(year, first, second), dayOf(year, second, first)]
}

/** The order of day and month in a column, and whether its cells contradict each other or the way of the product. */
export interface ColumnDays {
  order: DayOrder
  /** Has to be confirmed: days come first, as where dots stand between them, or the cells fit no single order. */
  isOpen: boolean
  /** Some cells are days in both orders. */
  isAmbiguous: boolean
}

/** Decides the order of day and month for a column, from all of its cells. */
export function orderOf(cells: readonly string[]): ColumnDays {
  const seen = new Set(cells.map(evidenceOf))
  const isAmbiguous = seen.has('either') || seen.has('dots')
  if (!seen.has('day') && !seen.has('dots')) return { order: 'month', isOpen: false, isAmbiguous }
  return { order: seen.has('month') ? 'month' : 'day', isOpen: true, isAmbiguous }
}

function evidenceOf(cell: string): DayOrder | 'either' | 'dots' | null {
  const parts = numbersOf(typedWords(cell) ?? '')
  if (!parts) return null
  const [monthFirst, dayFirst] = daysOf(parts)
  if (monthFirst && dayFirst)
    return monthFirst === dayFirst ? null : parts.hasDots ? 'dots' : 'either'
  return monthFirst ? 'month' : dayFirst ? 'day' : null
}

/** Form field: a calendar day. */
export const dateField = z.pipe(
  z.string({ error: 'Enter a date.' }).check(z.trim()),
  z.transform((text: string, { issues }) => {
    const iso = readDay(text)
    if (iso) return iso
    issues.push({ code: 'custom', message: 'Enter a date as MM/DD/YYYY.', input: text })
    return z.NEVER
  }),
)
