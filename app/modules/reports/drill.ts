import type { Filters, ReportRow } from './definition'

/** The same report at another level, for what a row is about: `keys` are columns and filters alike. */
export function deeper(
  filters: Filters,
  level: string,
  row: ReportRow,
  keys: readonly string[],
): string {
  const narrowed = new URLSearchParams({ ...filters, level })
  for (const key of keys) if (row[key]) narrowed.set(key, String(row[key]))
  return `?${narrowed}`
}
