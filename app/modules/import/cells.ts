import { parseDate } from '~/platform/values/dates'
import { parseMoney } from '~/platform/values/money'
import { readTyped } from '~/platform/values/price'
import type { CellKind } from './definition'

/** Returns the text that a user sees in a cell of a workbook, apart from its number format. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10)
  return oneLine(String(value))
}

/** Replaces line breaks and tabs in a cell by spaces, so that a row stays one line. */
export function oneLine(text: string): string {
  return text.replace(/[\s\u00a0]+/g, ' ').trim()
}

/**
 * Formats a number. Excel keeps 15 digits and stores 1.1 as 1.1000000000000001. The exponent form
 * 1e21 is avoided.
 */
function numberText(value: number): string {
  if (!Number.isFinite(value)) return ''
  const rounded = Number(value.toPrecision(15))
  if (Number.isInteger(rounded)) return BigInt(rounded).toString()
  const text = String(rounded)
  return text.includes('e') ? withoutZeros(rounded.toFixed(15)) : text
}

function withoutZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, end)
}

/** Matches the errors that a spreadsheet shows for failed formulas. */
export const SHEET_ERROR = /^#(?:DIV\/0!|N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!|SPILL!|CALC!)$/i

/**
 * Normalizes a cell for the database. Text that is not understood stays, so that the error can show
 * it.
 */
export function tidy(text: string, kind: CellKind): string {
  switch (kind) {
    case 'money':
      return parseMoney(text) ?? text
    case 'price':
      return plainPrice(text) ?? text
    case 'vat':
      return text.toLowerCase().replace(/[\s-]+/g, '_')
    case 'whole':
      return withoutGroups(text).replace(/\.0+$/, '')
    case 'decimal':
      return withoutGroups(text)
    case 'color':
      return (/^[0-9a-f]{6}$/i.test(text) ? `#${text}` : text).toLowerCase()
    case 'date':
      return parseDate(text) ?? text
    default:
      return text
  }
}

function withoutGroups(text: string): string {
  return /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text
}

/**
 * Writes a price as the database reads it, which knows the packing: "₱ 1,096.25 / case" is "1096.25/cs". Null when the
 * text is no price.
 */
function plainPrice(text: string): string | null {
  const typed = readTyped(text)
  if (!typed) return null
  const { value, cases, piece, count } = typed
  const unit = cases ? '/cs' : piece ? '/pc' : count ? `/${count.replaceAll(',', '')}` : ''
  return value + unit
}
