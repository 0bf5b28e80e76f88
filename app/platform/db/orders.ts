import { readSearchParams } from '../request/search-params'
import { BY_ROW_KEY, BY_SORT_KEY, type Keyset, type Paging, readKeyset } from './keyset'

/**
 * The kind of values in a column, which says how it is sorted first and how the choice is worded; `due` is a day that is
 * awaited, `state` a status of a document, in the order in which it has them.
 */
export type Sorted = 'text' | 'number' | 'day' | 'due' | 'figure' | 'state'

/** An order of a list: how its pages are read by the column, and what the column holds. */
interface Order extends Paging {
  of: Sorted
}

/**
 * The orders of a list by the keys of their columns. The first is the default. The address names
 * one as `?sort=`, with a minus before it for descending.
 */
export type Orders = Readonly<Record<string, Order>>

/** The orders of a list, as its screen shows them. */
export interface ListOrder {
  /** The order of the rows, such as `-added`, and the one without `sort` in the address. */
  now: string
  initial: string
  columns: Record<string, Sorted>
}

/** The order that the address asks for: for the query, and for the screen. */
export interface ReadOrder {
  /** The order's name, for a SQL function. */
  sort: string
  paging: Paging
  keyset: Keyset
  order: ListOrder
}

/** Returns the orders of a SQL function that pages by a `sort_key` of its own. */
export function sortKeyOrders(columns: Record<string, Sorted>): Orders {
  return Object.fromEntries(Object.entries(columns).map(([key, of]) => [key, orderOf(of)]))
}

const orderOf = (of: Sorted): Order => ({ ...BY_SORT_KEY, of })

/** Returns the orders of a SQL function that gives each row a `row_key`. */
export function rowKeyOrders(columns: Record<string, Sorted>): Orders {
  return Object.fromEntries(
    Object.entries(columns).map(([key, of]) => [key, { ...BY_ROW_KEY, of }]),
  )
}

/**
 * Returns the name of the order by a column that comes first: names from A, what is due soonest, the first status, the
 * newest and the highest.
 */
export const firstOrder = (key: string, of: Sorted): string =>
  of === 'day' || of === 'figure' ? `-${key}` : key

/** Returns the same order the other way round. */
export const turned = (sort: string): string => (sort.startsWith('-') ? sort.slice(1) : `-${sort}`)

/**
 * Reads the order and the page of a list from its address. An unknown order gives the default, as
 * every filter that is not known.
 */
export function readOrder(url: string, orders: Orders): ReadOrder {
  const columns = Object.entries(orders)
  const [first] = columns
  if (!first) throw new Error('A list needs an order.')
  const initial = firstOrder(first[0], first[1].of)
  const known = columns.flatMap(([key]) => [key, `-${key}`])
  const now = readSearchParams(url).word('sort', known) ?? initial
  const descending = now.startsWith('-')
  const { of: _, ...by } = orders[descending ? now.slice(1) : now] ?? first[1]
  const paging = { ...by, descending }
  return {
    sort: now,
    paging,
    keyset: readKeyset(url, paging),
    order: {
      now,
      initial,
      columns: Object.fromEntries(columns.map(([key, { of }]) => [key, of])),
    },
  }
}

/** Returns the orders of a list that is read whole, the first one by default. */
export function wholeOrders(columns: Record<string, Sorted>): Orders {
  return Object.fromEntries(
    Object.entries(columns).map(([key, of]) => [key, { by: key, tie: null, of }]),
  )
}

/**
 * Sorts a list that is read whole in the order that the address asks for. Rows with equal values
 * keep their order; those without a value come last.
 */
export function sortWhole<Row>(
  rows: readonly Row[],
  sort: string,
  values: Record<string, (row: Row) => string | number | null>,
): Row[] {
  const way = sort.startsWith('-') ? -1 : 1
  const value = values[way === 1 ? sort : sort.slice(1)]
  if (!value) return [...rows]
  return rows.toSorted((one, other) => {
    const [a, b] = [value(one), value(other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    if (typeof a === 'number' && typeof b === 'number') return way * (a - b)
    return way * String(a).localeCompare(String(b), 'en', { numeric: true })
  })
}
