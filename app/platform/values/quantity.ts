import { z } from 'zod/mini'
import { withCommas } from './money'
import { readNumber, type Separators } from './numbers'
import { typedWords } from './texts'

const CASE_WORD = /cases?|(?<!p)cs/i
const PIECE_WORD = /(?:pieces?|pcs?)$/i

/**
 * Pieces as staff read them: `formatQuantity(41, 12)` is "3 cs + 5 pc". A product that is sold by
 * the piece (case config 1) has no cases.
 */
export function formatQuantity(pieces: number, caseConfig: number): string {
  const sign = pieces < 0 ? '-' : ''
  const count = Math.abs(pieces)
  if (caseConfig <= 1 || count < caseConfig) return `${sign}${group(count)} pc`
  const cases = `${group(Math.floor(count / caseConfig))} cs`
  const rest = count % caseConfig
  if (rest === 0) return sign + cases
  return sign ? `${sign}(${cases} + ${rest} pc)` : `${cases} + ${rest} pc`
}

/** Returns the full cases of so many pieces, and the pieces beside them. */
export function casesAndPieces(pieces: number, caseConfig: number): [cases: number, rest: number] {
  return caseConfig <= 1 ? [0, pieces] : [Math.trunc(pieces / caseConfig), pieces % caseConfig]
}

/** Returns the unit of a price for so many pieces: "/cs", "/6 pc"; nothing for a piece. */
export function perUnit(pieces: number, caseConfig: number): string {
  if (pieces === 1) return ''
  return pieces === caseConfig ? '/cs' : `/${group(pieces)} pc`
}

function group(count: number): string {
  return withCommas(String(count))
}

/**
 * Pieces of what staff type: "3cs+5", "3 cs 5 pc", "3+5" and "41" (pieces) are all 41 with 12 in a
 * case. Null when it is not a quantity, or does not fit PostgreSQL's integer.
 */
export function parseQuantity(text: string, caseConfig: number): number | null {
  const parts = split(text)
  if (!parts) return null
  const pieces = parts.cases * Math.max(caseConfig, 1) + parts.pieces
  return pieces <= 2_147_483_647 ? pieces : null
}

/**
 * Writes a typed quantity as the database reads it, which knows the packing: "3cs5" is "3 cs + 5 pc". Null when the text is
 * no quantity.
 */
export function plainQuantity(text: string, separators?: Separators): string | null {
  const parts = split(text, separators)
  if (!parts) return null
  const { cases, pieces } = parts
  if (cases === 0) return String(pieces)
  return `${cases} cs${pieces === 0 ? '' : ` + ${pieces} pc`}`
}

/** Reads "3 cs + 5 pc", "3cs5", "3+5", "3 cs" and "41". */
function split(text: string, separators?: Separators): { cases: number; pieces: number } | null {
  const [first = '', second, ...more] = typedWords(text)?.split('+') ?? []
  if (more.length > 0) return null
  const word = CASE_WORD.exec(first)
  const cases = word ? first.slice(0, word.index) : second === undefined ? '0' : first
  const rest = word ? first.slice(word.index + word[0].length) : ''
  // "3 cs 5 pc" has both before a plus, and nothing may come after it.
  if (second !== undefined && rest.trim() !== '') return null
  const pieces = (second ?? (word ? rest : first)).trim().replace(PIECE_WORD, '')
  const [ofCases, ofPieces] = [
    countOf(cases, separators),
    pieces === '' && word ? 0 : countOf(pieces, separators),
  ]
  return ofCases === null || ofPieces === null ? null : { cases: ofCases, pieces: ofPieces }
}

function countOf(text: string, separators?: Separators): number | null {
  const digits = readNumber(text, { decimals: 0, separators })
  return digits === null || digits.startsWith('-') ? null : Number(digits)
}

/**
 * Form field of QuantityField. Stays text, because only the action knows the product's case
 * config: it turns it into pieces with `parseQuantity`.
 */
export const quantityField = z.string({ error: 'Enter a quantity.' }).check(
  z.trim(),
  z.refine((text) => split(text) !== null, 'Enter cases and pieces, such as 3 cs + 5 pc.'),
  z.refine((text) => {
    const parts = split(text)
    return !parts || parts.cases + parts.pieces > 0
  }, 'The quantity must be more than zero.'),
)
