/** Paging by the last key seen, not by offset: page 400 costs what page 1 costs (page 8). */
export interface Keyset {
  /** Column the list is ordered by; `id` breaks ties. */
  by: string
  ascending: boolean
  size: number
  /** Argument of supabase-js `.or()`, or null on the first page. */
  or: string | null
  /** The same for SQL functions that page: the key and the id of the row that the page begins after. */
  cursor: [value: string, id: string] | null
  backwards: boolean
}

/** One page of a list with the cursors of its neighbours, for DataTable and Pager. */
export interface Page<T> {
  rows: T[]
  newer: string | null
  older: string | null
}

/**
 * Reads `?after=` or `?before=` of an address. Then order by `by` and `id` with `ascending`, apply
 * `or` when there is one, limit to `size + 1`, and hand the rows to `pageOf`. `tie` is the column
 * that breaks ties where the key is not called `id`.
 */
export function readKeyset(
  url: string,
  options: { by: string; descending?: boolean; size?: number; tie?: string },
): Keyset {
  const search = new URL(url).searchParams
  const before = search.get('before')
  const cursor = decode(before ?? search.get('after'))
  const backwards = before !== null && cursor !== null
  const ascending = backwards ? Boolean(options.descending) : !options.descending
  const { by, tie = 'id' } = options
  const than = ascending ? 'gt' : 'lt'
  return {
    by,
    ascending,
    size: options.size ?? 50,
    backwards,
    cursor,
    or:
      cursor &&
      // The bound on the key alone is what the index jumps to: page 400 costs what page 1 costs.
      `and(${by}.${than}e.${quote(cursor[0])},or(${by}.${than}.${quote(cursor[0])},${tie}.${than}.${quote(cursor[1])}))`,
  }
}

/** Cuts the extra row off and makes the cursors; rows that were read backwards are turned round. */
export function pageOf<T extends { id: string }>(found: T[], keyset: Keyset): Page<T> {
  const more = found.length > keyset.size
  const rows = found.slice(0, keyset.size)
  if (keyset.backwards) rows.reverse()
  const cursor = (row: T | undefined) =>
    row ? encode(String((row as Record<string, unknown>)[keyset.by]), row.id) : null
  return {
    rows,
    newer: (keyset.backwards ? more : keyset.or !== null) ? cursor(rows[0]) : null,
    older: keyset.backwards || more ? cursor(rows.at(-1)) : null,
  }
}

function encode(value: string, id: string): string {
  return `${value}~${id}`
}

function decode(cursor: string | null): [value: string, id: string] | null {
  const cut = cursor?.lastIndexOf('~') ?? -1
  return cursor && cut >= 0 ? [cursor.slice(0, cut), cursor.slice(cut + 1)] : null
}

function quote(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`
}

/** Cuts the extra row off what a SQL function answered for `size + 1`; `next` is the row_key to go on after. */
export function pageAfter<T extends { row_key: string }>(
  found: readonly T[],
  size: number,
): { page: T[]; next: string | null } {
  const page = found.slice(0, size)
  return { page, next: found.length > size ? (page.at(-1)?.row_key ?? null) : null }
}
