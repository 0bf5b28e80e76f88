import { countOf, rows } from './command.server'
import type { Json } from './database.types'
import { encodeCursor, type Keyset, type Page } from './keyset'

/** An answer of the database, as supabase-js gives it. */
type Answer<T> = Parameters<typeof rows<T>>[0]

/** A query of supabase-js on a table, before it is sent. */
interface Query<T> extends PromiseLike<Answer<T>> {
  order(column: string, options: { ascending: boolean }): Query<T>
  limit(rows: number): Query<T>
  or(filters: string): Query<T>
}

/** The filters of a SQL function that pages: one row more than the page, beyond this key. */
export interface PageFilters {
  limit: number
  after?: Json
  before?: Json
}

interface PageOptions<T, Row> {
  /** Makes a row of the list of a row that was read; the cursors are of what was read. */
  row?: (read: T) => Row
}

type Counted = PromiseLike<Parameters<typeof countOf>[0]>

/**
 * Reads one page: from a table by its query, from a SQL function by its filters. With `count`, a query that counts, it
 * says how many rows all pages have.
 */
export async function readPage<T extends object, Row = T>(
  keyset: Keyset,
  source: Query<T> | ((filters: PageFilters) => PromiseLike<Answer<T>>),
  options: PageOptions<T, Row> & { count: Counted },
): Promise<Page<Row> & { count: number }>
export async function readPage<T extends object, Row = T>(
  keyset: Keyset,
  source: Query<T> | ((filters: PageFilters) => PromiseLike<Answer<T>>),
  options?: PageOptions<T, Row>,
): Promise<Page<Row>>
export async function readPage<T extends object>(
  keyset: Keyset,
  source: Query<T> | ((filters: PageFilters) => PromiseLike<Answer<T>>),
  options: PageOptions<T, unknown> & { count?: Counted } = {},
): Promise<Page<unknown> & { count?: number }> {
  const [answer, counted] = await Promise.all([
    typeof source === 'function' ? source(pageFilters(keyset)) : onPage(source, keyset),
    options.count,
  ])
  const page = toPage(rows(answer), keyset)
  const { row } = options
  return {
    ...page,
    rows: row ? page.rows.map((read) => row(read)) : page.rows,
    ...(counted ? { count: countOf(counted) } : {}),
  }
}

/** Asks a table for the rows of the page and one more, in its order. */
function onPage<T>(query: Query<T>, { by, tie, ascending, size, or }: Keyset): Query<T> {
  let page = query.order(by, { ascending }).limit(size + 1)
  if (tie && tie !== by) page = page.order(tie, { ascending })
  return or ? page.or(or) : page
}

/** Returns the filters by which a SQL function reads the rows of the page and one more. */
export function pageFilters({ size, cursor, backwards, keyOf }: Keyset): PageFilters {
  const key = cursor ? { [backwards ? 'before' : 'after']: keyOf(...cursor) } : {}
  return { limit: size + 1, ...key }
}

/** Cuts the extra row off and makes the cursors; rows that were read backwards are turned round. */
export function toPage<T extends object>(read: readonly T[], keyset: Keyset): Page<T> {
  const { size, backwards, cursor, isForwardOnly } = keyset
  const more = read.length > size
  const kept = read.slice(0, size)
  if (backwards) kept.reverse()
  const cursorOf = (row: T | undefined) => (row ? encodeCursor(row, keyset) : null)
  const hasNewer = !isForwardOnly && (backwards ? more : cursor !== null)
  return {
    rows: kept,
    newer: hasNewer ? cursorOf(kept[0]) : null,
    older: backwards || more ? cursorOf(kept.at(-1)) : null,
  }
}
