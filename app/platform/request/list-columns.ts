/** A column of a list: its key, and whether it is shown only when chosen. */
interface Arrangeable {
  key: string
  optional?: boolean
}

/** The name under which an address has the columns of a list, those that are chosen besides, and their form. */
export const COLUMNS = 'columns'
const SHOWN = 'show'

const KEY = /^-?[\w-]{1,40}$/

/**
 * Returns the columns of a list as somebody has arranged them. The text has their keys in their order, those that are hidden
 * with a minus. A column that it does not name, such as one of a later release, stands at its end unless it is optional.
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
  const chosen = keys.flatMap((key) => others.find((column) => column.key === key) ?? [])
  const rest = others.filter(({ key }) => !keys.includes(key) && !keys.includes(`-${key}`))
  // A column that the address adds stands even where it is hidden.
  const added = others.filter(({ key }) => show.includes(key) && keys.includes(`-${key}`))
  return [...first, ...new Set([...chosen, ...rest.filter(isShown), ...added])]
}

/** Returns what an address says of the columns. */
export function chosenColumns(search: URLSearchParams): { text: string | null; show: string[] } {
  return { text: search.get(COLUMNS) || null, show: search.getAll(SHOWN) }
}
