import { FilterSelect } from '~/ui/FilterBar'

type Level = 'category1' | 'category2' | 'category3'

const LEVELS: readonly (readonly [name: Level, label: string])[] = [
  ['category1', 'Category'],
  ['category2', 'Category 2'],
  ['category3', 'Category 3'],
]

interface Props {
  /** The project's lists; a level without one is not offered. */
  lists: readonly (readonly string[])[]
  chosen: Record<Level, string | null>
}

/** The three categories in a filter bar; one from elsewhere (typed, imported) stays while it is chosen. */
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
