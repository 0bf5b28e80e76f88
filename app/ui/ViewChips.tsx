import { Link, useSearchParams } from '@remix-run/react'
import { withoutCursor } from '~/platform/request/first-page'
import { COLUMNS } from '~/platform/request/list-columns'
import { fillPeriods } from '~/platform/values/periods'
import { cx } from './classes'
import { useListViews } from './ListViews'
import { useToday } from './Today'

/** A view that a list has by itself. */
export interface BuiltInView {
  label: string
  /** The query of its address; a period stands by its name, such as `period=week`. */
  search: string
}

export const THIS_WEEK: BuiltInView = { label: 'This week', search: 'period=week' }

interface Props {
  views: readonly BuiltInView[]
  /** Names in the address that are no filters, with their values now. */
  kept: readonly (readonly string[])[]
}

/** More saved views than these are found in "Views" only. */
const MOST = 5

/** Links to the views of a list: all rows, those that it has by itself, and those that the reader and others saved. */
export function ViewChips({ views, kept }: Props) {
  const [params] = useSearchParams()
  const { views: saved } = useListViews()
  const today = useToday()
  const keep = new URLSearchParams(kept as string[][]).toString()
  const chips = [
    { key: 'all', label: 'All', search: '' },
    ...views.map(({ label, search }) => ({
      key: label,
      label,
      search: today ? fillPeriods(search, today) : search,
    })),
    ...saved.slice(0, MOST).map(({ id, name, search }) => ({ key: id, label: name, search })),
  ].map((chip) => ({ ...chip, search: [keep, chip.search].filter(Boolean).join('&') }))
  const now = chips.findLast(({ search }) => isSame(params, new URLSearchParams(search)))
  return (
    <nav
      aria-label="Views"
      className="flex min-w-0 gap-1 overflow-x-auto max-sm:order-first max-sm:basis-full"
    >
      {chips.map((chip) => (
        <Link
          key={chip.key}
          to={`?${chip.search}`}
          preventScrollReset
          aria-current={chip === now ? 'page' : undefined}
          className={cx(
            'inline-flex min-h-7 max-w-44 shrink-0 items-center rounded-full border px-2.5 text-xs whitespace-nowrap max-sm:min-h-10',
            chip === now
              ? 'border-transparent bg-accent font-medium text-on-accent'
              : 'border-edge text-ink hover:bg-sunken',
          )}
        >
          <span className="truncate">{chip.label}</span>
        </Link>
      ))}
    </nav>
  )
}

/** Order and columns are no filters: a view that names none stays the same with others. */
const LOOKS = ['sort', 'show', COLUMNS]

/** Returns whether an address is that of a view. */
export function isSame(address: URLSearchParams, view: URLSearchParams): boolean {
  const of = (search: URLSearchParams) =>
    [...withoutCursor(search)]
      .filter(([name, value]) => value !== '' && (!LOOKS.includes(name) || view.has(name)))
      .map((pair) => pair.join('='))
      .toSorted()
      .join('&')
  return of(address) === of(view)
}
