import { type Separators, separatorsOf } from '~/platform/values/numbers'
import { type DayOrder, orderOf } from '~/platform/values/typed-days'
import type { CellKind } from './definition'

/** A way to write the numbers or days of a column, where that can differ: 1,234.50 or 1.234,50; 10/05 for October 5 or for May 10. */
export type Written = Separators | DayOrder

/** The way in which a column is written, decided once from all of its cells. */
export interface Format {
  written: Written
  /** Has to be chosen: until then no cell of the column is read. */
  isOpen: boolean
  /** Worth showing beside the column: its cells can be read in another way too. */
  isShown: boolean
}

/** The ways in which cells of a kind are written, with words for the screen. */
const CHOICES = {
  numbers: [
    ['point', '1,234.50'],
    ['comma', '1.234,50'],
  ],
  days: [
    ['month', 'month first: 10/05 is October 5'],
    ['day', 'day first: 10/05 is May 10'],
  ],
} as const

const NUMBERS: readonly CellKind[] = ['money', 'price', 'whole', 'quantity', 'decimal', 'percent']

const subjectOf = (kind: CellKind) =>
  kind === 'date' ? 'days' : NUMBERS.includes(kind) ? 'numbers' : null

/** Returns the ways in which a kind of cells can be written; none for texts. */
export function waysOf(kind: CellKind): readonly (readonly [Written, string])[] {
  const subject = subjectOf(kind)
  return subject ? CHOICES[subject] : []
}

/**
 * Decides how a column is written.
 *
 * @param chosen What the person has chosen.
 * @param areNumbers Some cells are numbers of a workbook, which have a point.
 */
export function formatOf(
  kind: CellKind,
  cells: readonly string[],
  { chosen, areNumbers }: { chosen: Written | undefined; areNumbers: boolean },
): Format | null {
  const subject = subjectOf(kind)
  if (subject === null) return null
  const known = CHOICES[subject].some(([written]) => written === chosen) ? chosen : undefined
  if (subject === 'days') {
    const { order, isOpen, isAmbiguous } = orderOf(cells)
    const isShown = isOpen || isAmbiguous || known !== undefined
    return { written: known ?? order, isOpen: isOpen && !known, isShown }
  }
  if (areNumbers) return { written: known ?? 'point', isOpen: false, isShown: known !== undefined }
  // A price names its unit behind the amount.
  const { separators, isOpen } = separatorsOf(cells.map((cell) => cell.split('/')[0]!))
  const isShown = isOpen || separators === 'comma' || known !== undefined
  return { written: known ?? separators, isOpen: isOpen && !known, isShown }
}
