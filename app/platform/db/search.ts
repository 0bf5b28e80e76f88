import { searchText } from '~/platform/values/texts'

/**
 * Argument of supabase-js `.or()`: one of the columns contains what was typed, whatever the case;
 * with `like` exactly so, for a column that is in lower case already. `sort_key` contains the name that a row is sorted by,
 * whatever its accents. Null when nothing was typed. A second `.or()` (keyset paging) is an "and" to it.
 *
 * The pattern goes unquoted, because the embedded server compares quotes as letters. The few
 * letters that would end an unquoted value are looked for as "any one letter" instead.
 */
export function anyContains(
  columns: readonly string[],
  typed: string | null,
  operator: 'ilike' | 'like' = 'ilike',
): string | null {
  const text = typed?.trim()
  if (!text) return null
  return columns
    .flatMap((column) =>
      column === 'sort_key'
        ? keysOf(text).map((key) => `sort_key.like.${key}`)
        : `${column}.${operator}.%${patternOf(text)}%`,
    )
    .join(',')
}

/** Returns arguments of `.or()`, one for each typed word: each word occurs in one of the columns. */
export function eachWordIn(columns: readonly string[], typed: string | null | undefined): string[] {
  const words = typed?.split(/\s+/).filter(Boolean) ?? []
  return words.map((word) => anyContains(columns, word)!)
}

/** The most letters N that are also looked for as Ñ: each doubles the keys. */
const MOST_N = 3

/**
 * Returns patterns of what was typed for sort keys (private.sort_key), where an Ñ is "nzz": it is found as an N, and the other
 * way around. What begins with a Z is looked for where a word begins, as "za" is in "penzza".
 */
function keysOf(typed: string): string[] {
  const plain = searchText(typed)
    .replace(/[^\p{L}\p{N} ]/gu, '')
    .trim()
  let keys = plain === '' ? [] : ['']
  let left = MOST_N
  for (const letter of plain) {
    const forms = letter === 'n' && left-- > 0 ? ['n', 'nzz'] : [letter]
    keys = keys.flatMap((key) => forms.map((form) => key + form))
  }
  return keys.flatMap((key) => (key.startsWith('z') ? [`${key}%`, `% ${key}%`] : `%${key}%`))
}

function patternOf(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&').replace(/[,(){}"*]/g, '_')
}
