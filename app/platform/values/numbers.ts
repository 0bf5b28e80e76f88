import { typedWords } from './texts'

/**
 * Reads numbers as people type them, in forms and in sheets. A text that can be two numbers is none in a form, and is decided
 * for its whole column in a sheet (`separatorsOf`).
 */

/** The mark before the decimals: 1,234.50 has a point, 1.234,50 a comma. */
export type Separators = 'point' | 'comma'

/** Marks of the peso, which say nothing that the column does not. */
const MARKS = /^(?:PHP|Php|php|₱|P)\s?|\s?(?:PHP|Php|php|₱)$/g
const MINUS = /[\u2212\u2010\u2013]/g

const SHAPES = {
  point:
    /^(?:([1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,2}(?: \d{3})+|[1-9]\d{0,2}(?:['’]\d{3})+|\d+)(?:\.(\d+)?)?|\.(\d+))$/,
  comma:
    /^(?:([1-9]\d{0,2}(?:\.\d{3})+|[1-9]\d{0,2}(?: \d{3})+|[1-9]\d{0,2}(?:['’]\d{3})+|\d+)(?:,(\d+))?|,(\d+))$/,
} as const

/**
 * Returns a number as the database reads it: "-1234.5". Null when the text is none with these separators, or has more
 * decimals than asked for. Zeros at the end of the decimals are decimals too: "1.000" is not the amount 1.00, since it may
 * mean a thousand.
 */
export function readNumber(
  text: string,
  { decimals, separators = 'point' }: { decimals: number; separators?: Separators },
): string | null {
  const bare = bareNumber(text)
  if (bare === null) return null
  const { digits, negative } = bare
  const match = SHAPES[separators].exec(digits)
  if (!match) return null
  const [, whole = '0', fraction = match[3] ?? ''] = match
  if (fraction.length > decimals) return null
  const plain = whole.replaceAll(/[^\d]/g, '').replace(/^0+(?=\d)/, '')
  return `${negative ? '-' : ''}${plain}${fraction ? `.${fraction}` : ''}`
}

/** Takes the sign and the marks of the peso off: "(₱ 12.50)" is minus 12.50. Null when the text is too long. */
function bareNumber(text: string): { digits: string; negative: boolean } | null {
  const typed = typedWords(text)
  if (typed === null) return null
  let digits = typed.replaceAll(MINUS, '-')
  const inner = /^\((.*)\)$/.exec(digits)
  if (inner) digits = inner[1]!.trim()
  let negative = Boolean(inner)
  const take = () => {
    const signed = /^-\s?(.*)$/.exec(digits) ?? /^(.*\d)-$/.exec(digits)
    if (!signed || negative) return
    negative = true
    digits = signed[1]!
  }
  take()
  digits = digits.replaceAll(MARKS, '')
  take()
  return { digits: digits.trim(), negative }
}

/** The way in which the numbers of a column are written, and whether that is open. */
export interface ColumnNumbers {
  separators: Separators
  /** Each cell fits both ways, or some fit only one and some only the other. */
  isOpen: boolean
}

/**
 * Decides how the numbers of a column are written, from all of its cells. "12,50" has decimals after a comma, "1,234.50" after
 * a point. "1.234" may be either. "1,234" alone is a thousand, as it is written here.
 */
export function separatorsOf(cells: readonly string[]): ColumnNumbers {
  const seen = new Set(cells.map(evidenceOf))
  if (seen.has('comma'))
    return { separators: 'comma', isOpen: seen.has('point') || seen.has('english') }
  if (seen.has('point')) return { separators: 'point', isOpen: false }
  return { separators: 'point', isOpen: seen.has('either') }
}

/** Returns what a cell says of its column: decimals after a point or a comma, one of both, thousands as written here, or nothing. */
function evidenceOf(cell: string): Separators | 'either' | 'english' | null {
  const digits = bareNumber(cell)?.digits ?? ''
  const [point, comma] = [SHAPES.point.test(digits), SHAPES.comma.test(digits)]
  if (!point && !comma) return null
  if (!point) return 'comma'
  if (!comma) return 'point'
  if (/^[1-9]\d{0,2}\.\d{3}$/.test(digits)) return 'either'
  return /^[1-9]\d{0,2},\d{3}$/.test(digits) ? 'english' : null
}
