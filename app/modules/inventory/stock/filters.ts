import { sortKeyOrders } from '~/platform/db/orders'
import { readSearchParams } from '~/platform/request/search-params'
import { monthOf, today } from '~/platform/values/dates'

/** Orders of the stock list. */
export const STOCK_ORDERS = sortKeyOrders({
  name: 'text',
  code: 'number',
  on_hand: 'figure',
  reserved: 'figure',
  available: 'figure',
  srp: 'figure',
})

/** Filters of the stock list. The names are those of `inventory_totals`. */
export interface StockFilters {
  /** Searches description and material code, for readers of costs also the supplier. */
  search: string | null
  category1: string | null
  category2: string | null
  category3: string | null
  status: string | null
  /** Hides products that are not on hand. */
  on_hand: boolean
  below_reorder: boolean
}

/** Reads the filters of the stock list from the address. */
export function readStockFilters(url: string): StockFilters {
  const searchParams = readSearchParams(url)
  return {
    search: searchParams.text('q'),
    category1: searchParams.text('category1'),
    category2: searchParams.text('category2'),
    category3: searchParams.text('category3'),
    status: searchParams.word('status', ['active', 'inactive']),
    on_hand: searchParams.yes('on_hand'),
    below_reorder: searchParams.yes('below_reorder'),
  }
}

/**
 * The period and product filters of the stock movement view. The names are those of
 * `inventory_actual`.
 */
export interface ActualFilters {
  from: string
  to: string
  category1: string | null
  supplier: string | null
  search: string | null
  /** Hides products without stock or movement in the period. */
  non_zero: boolean
  below_reorder: boolean
}

/**
 * Reads the filters of the stock movement view, that of the supplier for readers of costs. The default period is the
 * project's current month.
 */
export function readActualFilters(url: string, timeZone: string, costs: boolean): ActualFilters {
  const searchParams = readSearchParams(url)
  const month = monthOf(today(timeZone))
  return {
    from: searchParams.day('from') ?? month.from,
    to: searchParams.day('to') ?? month.to,
    category1: searchParams.text('category1'),
    supplier: costs ? searchParams.text('supplier') : null,
    search: searchParams.text('q'),
    non_zero: searchParams.yes('non_zero'),
    below_reorder: searchParams.yes('below_reorder'),
  }
}

/** Reads the period of a stock ledger. Either end may be open. */
export function readPeriod(url: string): { from: string | null; to: string | null } {
  const searchParams = readSearchParams(url)
  return {
    from: searchParams.day('from'),
    to: searchParams.day('to'),
  }
}
