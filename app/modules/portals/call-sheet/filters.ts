import { readSearchParams } from '~/platform/request/search-params'
import { NO_CATEGORY } from '~/platform/values/categories'
import { formatDate, monthStart } from '~/platform/values/dates'

/** The filters of a call sheet, named as in the penetration report. */
export type CallFilters = Readonly<Record<string, string>>

const WHOLE = /^\d{1,5}$/

/**
 * Reads the filters of an address and fills in the report's defaults. An invalid value counts as
 * absent.
 */
export function readCallFilters(url: string, today: string): CallFilters {
  const searchParams = readSearchParams(url)
  const to = searchParams.day('to') ?? today
  const fitting = (name: string, makesSense: (value: string) => boolean) => {
    const value = searchParams.text(name)
    return [name, value && makesSense(value) ? value : null]
  }
  const filters: Record<string, string | null> = {
    from: searchParams.day('from') ?? monthStart(to),
    to,
    basis: searchParams.word('basis', ['added']) ?? 'delivery',
    universe: searchParams.word('universe', ['active']),
    ...Object.fromEntries([
      ...['agent_id', 'manager_id', 'product_id'].map((name) => [name, searchParams.id(name)]),
      ...['category1', 'category2', 'category3'].map((name) =>
        fitting(name, (value) => value.length <= 80),
      ),
      ...['active_days', 'min_pieces'].map((name) => fitting(name, (value) => WHOLE.test(value))),
    ]),
  }
  const given = Object.entries(filters).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  )
  return Object.fromEntries(given)
}

/**
 * Describes the goods that were not bought and the days; `product` is the name of the chosen
 * product.
 */
export function describeCallFilters(filters: CallFilters, product: string | null): string {
  const { from = '', to = '', basis, category1, category2, category3, active_days } = filters
  const categories = [category1, category2, category3].map((value) =>
    value === NO_CATEGORY ? 'products without a category' : value,
  )
  const goods = [product, ...categories].filter(Boolean).join(', ')
  return [
    `No purchases${goods ? ` of ${goods}` : ''} from ${formatDate(from)} to ${formatDate(to)}`,
    basis === 'added' ? 'by booking date' : 'by delivery date',
    ...(filters.universe ? [`of those who bought in the last ${active_days ?? '90'} days`] : []),
  ].join(', ')
}
