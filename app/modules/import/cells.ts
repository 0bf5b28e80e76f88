import { percentIn } from '~/platform/values/discount'
import { parseMoney } from '~/platform/values/money'
import { readNumber, type Separators } from '~/platform/values/numbers'
import { readTyped } from '~/platform/values/price'
import { plainQuantity } from '~/platform/values/quantity'
import { readDay } from '~/platform/values/typed-days'
import type { CellKind } from './definition'
import type { Written } from './formats'

/** Returns the text that a user sees in a cell of a workbook, apart from its number format. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10)
  return oneLine(String(value))
}

/** Characters that nobody sees: two texts that differ by them look alike. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u{16fe4}]/gu
/** CSV files of this product put an apostrophe before a text that begins like a formula. */
const QUOTED = /^'(?=[=+\-@])/

/**
 * Returns a cell as one line of the text that a person sees: spaces for line breaks and tabs, composed letters, nothing
 * invisible.
 */
export function oneLine(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
    .replace(QUOTED, '')
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

const SHOWN_AS = ' (shown as '

/** Writes a cell that shows something else than it holds: "12.5 (shown as 13)". No column takes it. */
export const heldText = (holds: string, shows = ''): string =>
  `${holds}${SHOWN_AS}${shows || 'nothing'})`

/** A number in the form that spreadsheets give to long ones: digits of it are lost. */
const SCIENTIFIC = /^-?\d+(?:[.,]\d+)?E[+-]\d+$/i

/** Returns what is wrong with a cell whatever the records are; null for nothing. */
export function cellProblem(text: string, kind: CellKind): string | null {
  if (text === NO_VALUE)
    return 'This formula has no value. Open the workbook in Excel, save it, and try again.'
  if (SHEET_ERROR.test(text)) return 'The formula in this cell has failed.'
  const at = text.endsWith(')') ? text.indexOf(SHOWN_AS) : -1
  if (at >= 0)
    return `The cell holds ${text.slice(0, at)} and shows ${text.slice(at + SHOWN_AS.length, -1)}. Enter the correct one.`
  if (kind === 'text' && SCIENTIFIC.test(text))
    return 'This number has lost digits. Enter it in full.'
  return null
}

/** Stands for a formula that was never computed. */
export const NO_VALUE = '#CALC!'

/** Matches the errors that a spreadsheet shows for failed formulas. */
const SHEET_ERROR = /^#(?:DIV\/0!|N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!|SPILL!)$/i

/**
 * Normalizes a cell for the database. Text that is not understood stays, so that the error can show
 * it.
 */
export function tidy(text: string, kind: CellKind, written?: Written): string {
  const separators = written === 'comma' ? 'comma' : 'point'
  switch (kind) {
    case 'money':
      return isDash(text) ? '0.00' : (parseMoney(text, separators) ?? text)
    case 'price':
      return isDash(text) ? '0.00' : (plainPrice(text, separators) ?? text)
    case 'vat':
      return text.toLowerCase().replace(/[\s-]+/g, '_')
    case 'whole':
      return isDash(text) ? '0' : (plainWhole(text, separators) ?? text)
    case 'quantity':
      return isDash(text)
        ? '0'
        : (plainWhole(text, separators) ?? plainQuantity(text, separators) ?? text)
    case 'decimal':
      return isDash(text) ? '0' : (readNumber(text, { decimals: 3, separators }) ?? text)
    case 'percent':
      return isDash(text) ? '0' : (percentIn(text.replace(/\s?%$/, ''), separators) ?? text)
    case 'color':
      return (/^[0-9a-f]{6}$/i.test(text) ? `#${text}` : text).toLowerCase()
    case 'date':
      return readDay(text, written === 'day' ? 'day' : 'month') ?? text
    default:
      return text
  }
}

/** A spreadsheet shows zero as a dash in its accounting format. */
const isDash = (text: string) => /^[-\u2013]$/.test(text)

/** Reads a whole number, which a spreadsheet may show as 24.00. */
function plainWhole(text: string, separators: Separators): string | null {
  return readNumber(text, { decimals: 2, separators })?.replace(/\.0+$/, '') ?? null
}

const UNITS = { case: '/cs', piece: '/pc', '': '' }

/**
 * Writes a price as the database reads it, which knows the packing: "₱ 1,096.25 / case" is "1096.25/cs". Null when the
 * text is no price.
 */
function plainPrice(text: string, separators: Separators): string | null {
  const typed = readTyped(text, separators)
  if (!typed) return null
  return typed.value + (typeof typed.of === 'number' ? `/${typed.of}` : UNITS[typed.of])
}
