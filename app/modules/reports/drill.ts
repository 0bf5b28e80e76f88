import type { Filters, ReportRow } from './definition'

/**
 * Returns the same report at another level for the subject of a row: `keys` are columns and filters
 * alike.
 */
export function drillDown(
  filters: Filters,
  level: string,
  row: ReportRow,
  keys: readonly string[],
): string {
  const narrowed = new URLSearchParams({ ...filters, level })
  for (const key of keys) if (row[key]) narrowed.set(key, String(row[key]))
  return `?${narrowed}`
}
