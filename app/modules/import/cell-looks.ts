import { format, getFormatDateInfo, isDateFormat } from 'numfmt'
import { readNumber } from '~/platform/values/numbers'
import { cellText, heldText, oneLine } from './cells'

/** Excel's own formats, which a workbook names by their number. It writes the others out. */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  // Amounts of money, whose mark depends on the machine.
  5: '#,##0_);(#,##0)',
  6: '#,##0_);(#,##0)',
  7: '#,##0.00_);(#,##0.00)',
  8: '#,##0.00_);(#,##0.00)',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'm/d/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yyyy h:mm',
  37: '#,##0_);(#,##0)',
  38: '#,##0_);(#,##0)',
  39: '#,##0.00_);(#,##0.00)',
  40: '#,##0.00_);(#,##0.00)',
  41: '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)',
  42: '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)',
  43: '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)',
  44: '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
}

const GENERAL = 'General'
/** The most letters of a format, as Excel has it. A longer one is not read. */
const LONGEST_FORMAT = 255
/** The first day that Excel counts as the calendar does: it has a February 29 in 1900. */
const FIRST_SERIAL = 61
const LAST_SERIAL = 2_958_465
/** Excel keeps 15 digits of a number, and writes zeros for those of a longer code. */
const MOST_DIGITS = 1e15
/** Days between the two beginnings of Excel's calendar. */
const DAYS_TO_1904 = 1462

/** Returns the format of a number: one that the workbook writes out, or one of Excel's own. */
export function codeOf(id: number, written: ReadonlyMap<number, string>): string {
  return written.get(id) ?? BUILT_IN[id] ?? GENERAL
}

/** The text of a cell as it is shown. Days are in ISO form, so that their order is not in question. */
export interface Look {
  text: string
  kind: 'text' | 'number' | 'day'
}

/**
 * Returns what a number shows in its format, such as 0001234 or 5%. Where that is another number than the cell holds,
 * the text names both, and no column takes it.
 */
export function lookOfNumber(value: number, code: string, from1904: boolean): Look {
  if (Math.abs(value) > MOST_DIGITS)
    return { text: value.toExponential().toUpperCase(), kind: 'number' }
  const holds = cellText(value)
  if (code === GENERAL || code === '@') return { text: holds, kind: 'number' }
  const shows = shown(code, value)
  if (shows === null) return { text: heldText(holds, 'something else'), kind: 'number' }
  if (isDateFormat(code)) return lookOfDay(from1904 ? value + DAYS_TO_1904 : value, code)
  return {
    text: isShown(value, shows) ? withTwoDecimals(shows) : heldText(holds, shows),
    kind: 'number',
  }
}

/** Tells whether a text that can be read as a number, perhaps with a unit, is this number. */
function isShown(value: number, shows: string): boolean {
  if (shows === '') return value === 0
  const isPercent = shows.endsWith('%')
  const amount = isPercent ? shows.slice(0, -1) : shows.split('/')[0]!
  const read = readNumber(amount, { decimals: 30 })
  const same = (held: number) => Number(read) === Number(cellText(held))
  return read === null || same(value) || (isPercent && same(value * 100))
}

/** Returns what a text shows: a format may put something around it, or hide it. */
export function lookOfText(text: string, code: string): string {
  if (code === GENERAL || code === '@' || text === '') return text
  return shown(code, text) || heldText(text)
}

function lookOfDay(serial: number, code: string): Look {
  const shows = shown(code, serial) ?? ''
  const { year, month, day } = getFormatDateInfo(code)
  const isTime = !(year || month || day)
  if (isTime || serial < FIRST_SERIAL || serial >= LAST_SERIAL + 1)
    return { text: shows, kind: 'day' }
  const text = cellText(new Date(Date.UTC(1899, 11, 30) + serial * 86_400_000))
  return { text: month && day ? text : heldText(text, shows), kind: 'day' }
}

/** The language behind the mark of a currency: it names days alone, and numbers are written as the machine does. */
const LANGUAGE = /(\[\$[^[\]-]*-)[^[\]]*\]/g

/** Null when the format is none. */
function shown(code: string, value: number | string): string | null {
  if (code.length > LONGEST_FORMAT) return null
  try {
    const ours = isDateFormat(code) ? code : code.replace(LANGUAGE, '$1409]')
    return oneLine(format(ours, value))
  } catch {
    return null
  }
}

/** Takes zeros behind the second decimal away: "1.0000" could be a thousand. */
function withTwoDecimals(text: string): string {
  const point = text.indexOf('.')
  if (point < 0) return text
  let end = point + 1
  while (isDigit(text[end])) end++
  let last = end
  while (last > point + 3 && text[last - 1] === '0') last--
  return text.slice(0, last) + text.slice(end)
}

const isDigit = (letter: string | undefined) =>
  letter !== undefined && letter >= '0' && letter <= '9'
