import { formatDate, monthStart, parseDate } from '~/platform/dates'
import { isId } from '~/platform/ids'

/** What a call sheet is about, by the names of the penetration report's filters. */
export type Asked = Readonly<Record<string, string>>

const WHOLE = /^\d{1,5}$/

/** Filters of an address with the report's defaults filled in; what makes no sense counts as not there. */
export function readAsked(search: URLSearchParams, today: string): Asked {
  const typed = (name: string) => search.get(name)?.trim() ?? ''
  const to = parseDate(typed('to')) ?? today
  const asked: Record<string, string> = {
    from: parseDate(typed('from')) ?? monthStart(to),
    to,
    basis: typed('basis') === 'added' ? 'added' : 'delivery',
  }
  const take = (name: string, makesSense: (value: string) => boolean) => {
    if (makesSense(typed(name))) asked[name] = typed(name)
  }
  for (const name of ['agent_id', 'manager_id', 'product_id']) take(name, (value) => isId(value))
  for (const name of ['category1', 'category2', 'category3'])
    take(name, (value) => value !== '' && value.length <= 80)
  for (const name of ['active_days', 'min_pieces']) take(name, (value) => WHOLE.test(value))
  take('universe', (value) => value === 'active')
  return asked
}

/** What was not bought, and when, in words; `product` is the name of the chosen one. */
export function describeAsked(asked: Asked, product: string | null): string {
  const { from = '', to = '', basis, category1, category2, category3, active_days } = asked
  const goods = [product, category1, category2, category3].filter(Boolean).join(', ')
  return [
    `Without ${goods || 'any purchase'} from ${formatDate(from)} to ${formatDate(to)}`,
    basis === 'added' ? 'by the day of booking' : 'by the day of delivery',
    ...(asked.universe ? [`of those who bought in the last ${active_days ?? '90'} days`] : []),
  ].join(', ')
}
