import { FilterSelect } from '~/ui/FilterBar'

type Level = 'category1' | 'category2' | 'category3'

const LEVELS: readonly (readonly [name: Level, label: string])[] = [
  ['category1', 'Category'],
  ['category2', 'Category 2'],
  ['category3', 'Category 3'],
]

interface Props {
  /** The project's lists of categories. A level whose list is empty is not shown. */
  lists: readonly (readonly string[])[]
  chosen: Record<Level, string | null>
}

/**
 * Shows the three categories in a filter bar. A chosen value that is not in the list (typed,
 * imported) is kept.
 */
export function CategoryFilters({ lists, chosen }: Props) {
  return LEVELS.map(([name, label], level) => {
    const now = chosen[name]
    const known = lists[level] ?? []
    const values = now && !known.includes(now) ? [...known, now] : known
    return values.length > 0 ? (
      <FilterSelect
        key={name}
        {...{ name, label }}
        options={values.map((value) => ({ value, label: value }))}
      />
    ) : null
  })
}
