import { firstOrder, type ListOrder, type Sorted, turned } from '~/platform/db/orders'
import { withoutCursor } from '~/platform/request/first-page'
import { withoutBrackets } from '~/platform/values/texts'

/** The link of a header that sorts. */
export interface SortLink {
  to: string
  /** The current direction of sorting by this column; null for none. */
  now: 'asc' | 'desc' | null
}

/**
 * Returns the link of a column's header, which sorts a list by it, and the second time the other way. It is absent
 * for columns that no order goes by.
 *
 * @param search The current address: its filters stay, its page does not.
 */
export function sortLink(
  key: string,
  order: ListOrder | undefined,
  search: URLSearchParams,
): SortLink | undefined {
  const of = order?.columns[key]
  if (!order || !of) return undefined
  const now = order.now === key ? 'asc' : order.now === `-${key}` ? 'desc' : null
  const next = now ? turned(order.now) : firstOrder(key, of)
  const to = withoutCursor(search)
  if (next === order.initial) to.delete('sort')
  else to.set('sort', next)
  return { to: `?${to}`, now }
}

const WAYS: Record<Sorted, [up: string, down: string]> = {
  text: ['A to Z', 'Z to A'],
  number: ['lowest first', 'highest first'],
  day: ['oldest first', 'newest first'],
  due: ['earliest first', 'latest first'],
  figure: ['lowest first', 'highest first'],
  state: ['earliest first', 'latest first'],
}

/** Returns the orders of a list in words; the one that needs no choice has an empty value. */
export function orderChoices(
  { columns, initial }: ListOrder,
  headers: readonly { key: string; header: string }[],
): { value: string; label: string }[] {
  const choices = headers.flatMap(({ key, header }) => {
    const of = columns[key]
    if (!of) return []
    const first = firstOrder(key, of)
    return [first, turned(first)].map((sort) => {
      const way = WAYS[of][sort.startsWith('-') ? 1 : 0]
      return { sort, label: `${withoutBrackets(header).trimEnd()}, ${way}` }
    })
  })
  return choices
    .toSorted((a, b) => Number(b.sort === initial) - Number(a.sort === initial))
    .map(({ sort, label }) => ({ value: sort === initial ? '' : sort, label }))
}
