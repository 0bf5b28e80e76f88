/** Paging by the last key seen, not by offset: page 400 costs what page 1 costs (page 8). */
export interface Keyset {
  /** Column the list is ordered by. */
  by: string
  /** Column that breaks ties; null where no two rows have the same key. */
  tie: string | null
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

/** How a list is paged. */
export interface Paging {
  by: string
  descending?: boolean
  size?: number
  /** `id` unless said otherwise. */
  tie?: string | null
  /** Whether a cursor is one at all; one that is none gives the first page. */
  known?: (value: string, id: string) => boolean
}

/** How SQL functions page that give each row a key of its own, `row_key`. */
export const BY_ROW_KEY: Paging = { by: 'row_key', tie: null }

/**
 * Reads `?after=` or `?before=` of an address. The rows come by `onPage` from a table, by a SQL function's
 * filters (`pageFilters`) else, one more than the page has; `pageOf` makes the page of them.
 */
export function readKeyset(url: string, options: Paging): Keyset {
  const search = new URL(url).searchParams
  const before = search.get('before')
  const found = decode(before ?? search.get('after'))
  const cursor = found && (options.known?.(...found) ?? true) ? found : null
  const backwards = before !== null && cursor !== null
  const ascending = backwards ? Boolean(options.descending) : !options.descending
  const { by, tie = 'id' } = options
  const than = ascending ? 'gt' : 'lt'
  return {
    by,
    tie,
    ascending,
    size: options.size ?? 50,
    backwards,
    cursor,
    or: cursor && beyond(cursor),
  }

  function beyond([value, id]: [value: string, id: string]): string {
    const further = `${by}.${than}.${quote(value)}`
    if (!tie) return further
    // The bound on the key alone is what the index jumps to: page 400 costs what page 1 costs.
    return `and(${by}.${than}e.${quote(value)},or(${further},${tie}.${than}.${quote(id)}))`
  }
}

/** A query of supabase-js, before it is sent. */
interface Query<R> extends PromiseLike<R> {
  order(column: string, options: { ascending: boolean }): Query<R>
  limit(rows: number): Query<R>
  or(filters: string): Query<R>
}

/** Asks a table for the rows of the page and one more, in its order. */
export function onPage<R>(query: Query<R>, { by, tie, ascending, size, or }: Keyset): Query<R> {
  let page = query.order(by, { ascending }).limit(size + 1)
  if (tie && tie !== by) page = page.order(tie, { ascending })
  return or ? page.or(or) : page
}

/** The same in the filters of a SQL function: by the key of the row that the page begins beyond, or what `keyOf` makes of it. */
export function pageFilters<K = string>(
  { size, cursor, backwards }: Keyset,
  keyOf: (value: string, id: string) => K = (value) => value as K,
): { limit: number; after?: K; before?: K } {
  return {
    limit: size + 1,
    ...(cursor ? { [backwards ? 'before' : 'after']: keyOf(...cursor) } : {}),
  }
}

/** Cuts the extra row off and makes the cursors; rows that were read backwards are turned round. */
export function pageOf<T extends object>(found: readonly T[], keyset: Keyset): Page<T>
export function pageOf<T extends object, Row>(
  found: readonly T[],
  keyset: Keyset,
  /** Makes of what was found what the list shows. */
  rowOf: (found: T) => Row,
): Page<Row>
export function pageOf<T extends object>(
  found: readonly T[],
  { by, tie, size, backwards, cursor }: Keyset,
  rowOf: (found: T) => unknown = (row) => row,
): Page<unknown> {
  const more = found.length > size
  const kept = found.slice(0, size)
  if (backwards) kept.reverse()
  const cursorOf = (row: T | undefined) => {
    const values = row as Record<string, unknown> | undefined
    return values ? `${values[by]}~${tie ? values[tie] : ''}` : null
  }
  return {
    rows: kept.map((row) => rowOf(row)),
    newer: (backwards ? more : cursor !== null) ? cursorOf(kept[0]) : null,
    older: backwards || more ? cursorOf(kept.at(-1)) : null,
  }
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
