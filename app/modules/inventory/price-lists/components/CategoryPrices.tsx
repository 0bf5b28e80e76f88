import { type Column, DataTable } from '~/ui/DataTable'
import { DateText } from '~/ui/Figures'
import type { CategoryPrice } from '../queries.server'

const columns: Column<CategoryPrice>[] = [
  {
    key: 'category',
    header: 'Category',
    phone: 'title',
    cell: ({ category, level }) => (level === 1 ? category : `${category} (category ${level})`),
  },
  {
    key: 'percent',
    header: 'On the current SRP',
    align: 'end',
    cell: ({ percent }) =>
      percent === null ? 'Ended' : `${Number(percent) > 0 ? '+' : ''}${percent}%`,
  },
  { key: 'from', header: 'From', cell: ({ validFrom }) => <DateText value={validFrom} /> },
]

/** Lists the percentages of categories in a price list, with those that follow. */
export function CategoryPrices({
  prices,
  today,
}: {
  prices: readonly CategoryPrice[]
  today: string
}) {
  // Each category has the percentage that counts, and those that follow.
  const shown = prices.filter(
    ({ level, category, validFrom }) =>
      validFrom > today ||
      prices.find(
        (each) => each.level === level && each.category === category && each.validFrom <= today,
      )?.validFrom === validFrom,
  )
  return (
    <DataTable
      caption="Category price adjustments"
      columns={columns}
      rows={shown}
      rowKey={({ level, category, validFrom }) => `${level} ${category} ${validFrom}`}
      empty={null}
    />
  )
}
