/**
 * Argument of supabase-js `.or()`: one of the columns contains what was typed, whatever the case.
 * Null when nothing was typed. A second `.or()` (keyset paging) is an "and" to it.
 */
export function anyContains(columns: readonly string[], typed: string | null): string | null {
  const text = typed?.trim()
  if (!text) return null
  // Twice escaped: % and _ for LIKE, then quotes and backslashes for the filter's own syntax.
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`.replace(/["\\]/g, '\\$&')
  return columns.map((column) => `${column}.ilike."${pattern}"`).join(',')
}
