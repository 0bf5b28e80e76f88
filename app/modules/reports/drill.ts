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
  const narrowed: Record<string, string> = { ...filters, level }
  for (const key of keys) if (row[key]) narrowed[key] = String(row[key])
  return `?${filtersText(narrowed)}`
}

/** Matches what an address has as it is. */
const PLAIN = /^[\w*.-]*$/

/** Returns filters as `URLSearchParams` writes them, which takes several times as long for the hundreds of links of a page. */
export function filtersText(filters: Filters): string {
  let query = ''
  for (const name in filters) {
    const value = filters[name]!
    const field = PLAIN.test(value)
      ? `${name}=${value}`
      : `${new URLSearchParams({ [name]: value })}`
    query += query ? `&${field}` : field
  }
  return query
}
