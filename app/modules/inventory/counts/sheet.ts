import { formatQuantity, parseQuantity } from '~/platform/values/quantity'

/** A product on a count sheet as the counter sees it, in pieces. */
export interface SheetLine {
  productId: string
  materialCode: string
  description: string
  category: string | null
  caseConfig: number
  counted: number | null
  /** Null on a blind sheet. */
  expected: number | null
}

/** Lines on one page of the entry: as many as a phone draws without effort. */
const PART = 250

/** What a line's field holds for pieces: nothing when it is not counted. */
export function entryOf(counted: number | null, caseConfig: number): string {
  return counted === null ? '' : formatQuantity(counted, caseConfig)
}

/** Lines by category in the order in which they come; those without one are last. */
export function byCategory<L extends { category: string | null }>(
  lines: readonly L[],
): [category: string | null, lines: L[]][] {
  const groups = new Map<string | null, L[]>()
  for (const line of lines) {
    const group = groups.get(line.category)
    if (group) group.push(line)
    else groups.set(line.category, [line])
  }
  return [...groups].sort(([a], [b]) => Number(a === null) - Number(b === null))
}

/** Pages of the entry. */
export function partsOf<L>(lines: readonly L[], size = PART): L[][] {
  const parts: L[][] = []
  for (let at = 0; at < lines.length; at += size) parts.push(lines.slice(at, at + size))
  return parts
}

/** What was typed, read with the sheet as it is stored now. */
export interface Entry {
  /** To be written: pieces, null = not counted after all. */
  changed: { productId: string; counted: number | null }[]
  /** By product: why what was typed cannot be read. */
  errors: Record<string, string>
  /** Products that somebody else counted meanwhile, differently. */
  conflicts: string[]
}

/**
 * Compares each line's field (`now.<product>`) with what it held when the page was made (`was.<product>`):
 * a line that the person did not touch is never written, so that two people can fill one sheet and an
 * old page overwrites nothing.
 */
export function readEntry(form: FormData, lines: readonly SheetLine[]): Entry {
  const entry: Entry = { changed: [], errors: {}, conflicts: [] }
  for (const line of lines) {
    const typed = form.get(`now.${line.productId}`)
    if (typeof typed !== 'string') continue
    const counted = piecesOf(typed, line.caseConfig)
    if (counted === undefined) {
      entry.errors[line.productId] = 'Cases and pieces, such as 3 cs + 5 pc or 3+5.'
      continue
    }
    const was = piecesOf(String(form.get(`was.${line.productId}`) ?? ''), line.caseConfig)
    if (counted === was || counted === line.counted) continue
    if (was !== line.counted) entry.conflicts.push(line.productId)
    entry.changed.push({ productId: line.productId, counted })
  }
  return entry
}

/** Pieces; null for an empty field, undefined for what is no quantity. */
export function piecesOf(text: string, caseConfig: number): number | null | undefined {
  if (text.trim() === '') return null
  const pieces = parseQuantity(text, caseConfig)
  // Nine digits are what the database reads of a count.
  return pieces === null || pieces > 999_999_999 ? undefined : pieces
}

/**
 * What the person typed, by product, for showing it again. Fields left as they were are not among it:
 * they show what is stored by then.
 */
export function typedIn(form: FormData): Record<string, string> {
  const typed: Record<string, string> = {}
  for (const [name, value] of form) {
    if (!name.startsWith('now.') || typeof value !== 'string') continue
    const productId = name.slice(4)
    if (value !== (form.get(`was.${productId}`) ?? '')) typed[productId] = value
  }
  return typed
}
