/**
 * Argument of supabase-js `.or()`: one of the columns contains what was typed, whatever the case;
 * with `like` exactly so, for a column that is in lower case already. Null when nothing was typed. A second `.or()` (keyset paging) is an "and" to it.
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
  return columns.map((column) => `${column}.${operator}.%${patternOf(text)}%`).join(',')
}

/** Returns arguments of `.or()`, one for each typed word: each word occurs in one of the columns. */
export function eachWordIn(columns: readonly string[], typed: string | null | undefined): string[] {
  const words = typed?.split(/\s+/).filter(Boolean) ?? []
  return words.map((word) => anyContains(columns, word)!)
}

function patternOf(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&').replace(/[,(){}"*]/g, '_')
}
