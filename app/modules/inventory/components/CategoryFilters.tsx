import { FilterSelect } from '~/ui/FilterBar'

type Level = 'category1' | 'category2' | 'category3'

const LEVELS: readonly (readonly [name: Level, label: string])[] = [
  ['category1', 'Category'],
  ['category2', 'Category 2'],
  ['category3', 'Category 3'],
]

interface Props {
  /** The choices of each level. A level without a category is not shown. */
  lists: readonly (readonly { value: string; label: string }[])[]
  chosen: Record<Level, string | null>
}

/**
 * Shows the three categories in a filter bar. A chosen value that is not among the choices (typed
 * into the address) is kept.
 */
export function CategoryFilters({ lists, chosen }: Props) {
  return LEVELS.map(([name, label], level) => {
    const now = chosen[name]
    const known = lists[level] ?? []
    const isKnown = known.some(({ value }) => value === now)
    const options = now && !isKnown ? [...known, { value: now, label: now }] : known
    return now || options.length > 1 ? (
      <FilterSelect key={name} {...{ name, label, options }} />
    ) : null
  })
}
