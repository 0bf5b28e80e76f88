/** A column of a list: its key, and whether it is shown only when chosen. */
interface Arrangeable {
  key: string
  optional?: boolean
}

/** The name under which an address has the columns of a list, those that are chosen besides, and their form. */
export const COLUMNS = 'columns'
const SHOWN = 'show'

const KEY = /^-?[\w~-]{1,60}$/

/**
 * Returns the columns of a list as somebody has arranged them. The text has their keys in their order, those that are hidden
 * with a minus. A column that it does not name, such as one of a later release or of another level of a report, stands behind the
 * one that it follows by itself, unless it is optional.
 *
 * @param fixed The number of columns at the beginning that always stand there.
 */
export function arranged<Of extends Arrangeable>(
  columns: readonly Of[],
  text: string | null,
  { fixed = 0, show = [] }: { fixed?: number; show?: readonly string[] } = {},
): Of[] {
  const first = columns.slice(0, fixed)
  const others = columns.slice(fixed)
  const isShown = ({ key, optional }: Of) => !optional || show.includes(key)
  if (text === null) return [...first, ...others.filter(isShown)]
  const keys = text.split('.').filter((key) => KEY.test(key))
  const named = keys.flatMap((key) => others.find((column) => column.key === key) ?? [])
  const placed = [...new Set(named)]
  for (const [at, column] of others.entries()) {
    // A column that the address adds stands even where it is hidden.
    const hidden = keys.includes(`-${column.key}`) && !show.includes(column.key)
    if (hidden || placed.includes(column) || !isShown(column)) continue
    const before = others.slice(0, at).findLast((one) => placed.includes(one))
    placed.splice(before ? placed.indexOf(before) + 1 : 0, 0, column)
  }
  return [...first, ...placed]
}

/** Returns what an address says of the columns. */
export function chosenColumns(search: URLSearchParams): { text: string | null; show: string[] } {
  return { text: search.get(COLUMNS) || null, show: search.getAll(SHOWN) }
}
