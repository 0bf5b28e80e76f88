import { isId } from '../values/ids'
import type { Json } from './database.types'

/** Paging by the last key seen, not by offset: page 400 costs what page 1 costs. */
export interface Keyset {
  /** Column the list is ordered by. */
  by: string
  /** Column that breaks ties; null where no two rows have the same key. */
  tie: string | null
  ascending: boolean
  size: number
  /** Argument of supabase-js `.or()`, or null on the first page. */
  or: string | null
  /** The key and the id of the row that the page begins beyond; null on the first page. */
  cursor: [value: string, id: string] | null
  backwards: boolean
  isForwardOnly: boolean
  keyOf: (value: string, id: string) => Json
}

/** One page of a list with the cursors of its neighbors, for DataTable and Pager. */
export interface Page<T> {
  rows: T[]
  newer: string | null
  older: string | null
}

/** A row that knows its place in its list, for `useListLink`. */
export type Listed<T> = T & { cursor: string }

/** The order and the size of a list's pages. */
export interface Paging {
  by: string
  descending?: boolean
  size?: number
  /** `id` unless said otherwise; null for the keys that a SQL function makes, of which no two are the same. */
  tie?: string | null
  /** Tells whether a cursor is one at all; one that is none gives the first page. */
  known?: (value: string, id: string) => boolean
  /** Makes the key that a SQL function takes in its filters; by default the value of `by`. */
  keyOf?: (value: string, id: string) => Json
  /** The SQL function cannot read backwards: the pager leads to the first page instead. */
  isForwardOnly?: boolean
}

/** The paging of SQL functions that give each row a key of its own, `row_key`. */
export const BY_ROW_KEY: Paging = { by: 'row_key', tie: null }

const SORT_KEY = /^(-?\d+(?:\.\d+)?)~(.*)$/s

/** The paging of SQL functions whose lists are ordered by a number or by a text: their column `sort_key` is "n~t". */
export const BY_SORT_KEY: Paging = {
  by: 'sort_key',
  known: (key, id) => SORT_KEY.test(key) && isId(id),
  keyOf: (key, id) => {
    const [, n = '', t = ''] = SORT_KEY.exec(key) ?? []
    return { n, t, id }
  },
}

/** Reads `?after=` or `?before=` of an address. `readPage` reads the rows. */
export function readKeyset(url: string, options: Paging): Keyset {
  const search = new URL(url).searchParams
  return keysetAt({ after: search.get('after'), before: search.get('before') }, options)
}

/** Begins a page at a cursor, or at the first row without one. */
export function keysetAt(
  at: { after: string | null; before?: string | null },
  options: Paging,
): Keyset {
  const { by, tie = 'id', isForwardOnly = false, keyOf = (value) => value } = options
  const before = isForwardOnly ? null : (at.before ?? null)
  const found = decode(before ?? at.after, tie)
  const cursor = found && (options.known?.(...found) ?? true) ? found : null
  const backwards = before !== null && cursor !== null
  const ascending = backwards ? Boolean(options.descending) : !options.descending
  const than = ascending ? 'gt' : 'lt'
  return {
    ...{ by, tie, ascending, backwards, isForwardOnly, cursor, keyOf },
    size: options.size ?? 50,
    or: cursor && beyond(cursor),
  }

  function beyond([value, id]: [value: string, id: string]): string {
    const further = `${by}.${than}.${quote(value)}`
    if (!tie) return further
    // The bound on the key alone is what the index jumps to: page 400 costs what page 1 costs.
    return `and(${by}.${than}e.${quote(value)},or(${further},${tie}.${than}.${quote(id)}))`
  }
}

/**
 * Makes the cursor of a row. A key that a SQL function makes has control characters between its parts, which the server
 * takes out of an address, so the cursor has it in base64url.
 *
 * @throws Error when the row lacks a column of it, which would lead to the first page for ever.
 */
export function encodeCursor(row: object, { by, tie }: Pick<Keyset, 'by' | 'tie'>): string {
  const values = row as Record<string, unknown>
  for (const column of [by, ...(tie ? [tie] : [])])
    if (values[column] == null) throw new Error(`A row of this list has no ${column}.`)
  const key = String(values[by])
  return tie ? `${key}~${values[tie]}` : `${Buffer.from(key).toString('base64url')}~`
}

function decode(cursor: string | null, tie: string | null): [value: string, id: string] | null {
  const cut = cursor?.lastIndexOf('~') ?? -1
  if (!cursor || cut < 0) return null
  const key = cursor.slice(0, cut)
  // PostgreSQL's text has no NUL; a cursor with one does not come from this product.
  const value = tie ? key : Buffer.from(key, 'base64url').toString().replaceAll('\0', '')
  return [value, cursor.slice(cut + 1)]
}

function quote(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`
}
