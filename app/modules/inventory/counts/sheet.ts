import { formatQuantity, parseQuantity } from '~/platform/values/quantity'

/** A product on a count sheet as the counter sees it, in pieces: what can be sold of it, or its bad orders. */
export interface SheetLine {
  key: string
  productId: string
  state: string
  materialCode: string
  description: string
  category: string | null
  caseConfig: number
  counted: number | null
  /** The book quantity; null on a blind sheet. */
  expected: number | null
}

/** Lines per page of the entry form: as many as a phone renders without delay. */
const PART = 250

/** Formats a counted quantity for its field; empty when the line is not counted. */
export function entryOf(counted: number | null, caseConfig: number): string {
  return counted === null ? '' : formatQuantity(counted, caseConfig)
}

/** Groups lines by category, in the order of the lines. Lines without a category come last. */
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

/** Splits lines into pages of the entry form. */
export function entryPages<L>(lines: readonly L[], size = PART): L[][] {
  const parts: L[][] = []
  for (let at = 0; at < lines.length; at += size) parts.push(lines.slice(at, at + size))
  return parts
}

/** The user's input, compared with the sheet as it is stored now. */
export interface Entry {
  /** Lines to write, in pieces; null resets a line to not counted. */
  changed: { productId: string; state: string; counted: number | null }[]
  /** Reasons, by line, why the input cannot be read. */
  errors: Record<string, string>
  /** Lines that another user counted differently meanwhile. */
  conflicts: string[]
}

/**
 * Compares each line's field (`now.<key>`) with its value when the page was made
 * (`was.<key>`). A line that the user did not touch is never written. So two users can fill in
 * one sheet, and an outdated page overwrites nothing.
 */
export function readEntry(form: FormData, lines: readonly SheetLine[]): Entry {
  const entry: Entry = { changed: [], errors: {}, conflicts: [] }
  const fields = new Map(form)
  for (const line of lines) {
    const typed = fields.get(`now.${line.key}`)
    if (typeof typed !== 'string') continue
    const counted = enteredPieces(typed, line.caseConfig)
    if (counted === undefined) {
      entry.errors[line.key] = 'Cases and pieces, such as 3 cs + 5 pc or 3+5.'
      continue
    }
    const was = enteredPieces(String(fields.get(`was.${line.key}`) ?? ''), line.caseConfig)
    if (counted === was || counted === line.counted) continue
    if (was !== line.counted) entry.conflicts.push(line.key)
    entry.changed.push({ productId: line.productId, state: line.state, counted })
  }
  return entry
}

/** Returns the pieces; null for an empty field, undefined for text that is not a quantity. */
export function enteredPieces(text: string, caseConfig: number): number | null | undefined {
  if (text.trim() === '') return null
  const pieces = parseQuantity(text, caseConfig)
  // The database takes a count of at most nine digits.
  return pieces === null || pieces > 999_999_999 ? undefined : pieces
}

/**
 * Returns the user's input by line, to show it again. Unchanged fields are left out; they show
 * the stored value.
 */
export function typedIn(form: FormData): Record<string, string> {
  const typed: Record<string, string> = {}
  const fields = new Map(form)
  for (const [name, value] of fields) {
    if (!name.startsWith('now.') || typeof value !== 'string') continue
    const key = name.slice(4)
    if (value !== (fields.get(`was.${key}`) ?? '')) typed[key] = value
  }
  return typed
}
