/**
 * PostgREST joins several `or=` filters with "and"; the library joins them with "or", so that a
 * search together with keyset paging would find rows that neither asks for. Two or more of them
 * become one `and=(or(…),or(…))`, which both understand alike.
 *
 * Upstream: docs/upstream/lite-or.md.
 */
export function joinFilters(url: string): string {
  const parsed = new URL(url)
  const trees = parsed.searchParams.getAll('or')
  if (trees.length < 2) return url
  parsed.searchParams.delete('or')
  parsed.searchParams.append('and', `(${trees.map((tree) => `or${tree}`).join(',')})`)
  return parsed.href
}
