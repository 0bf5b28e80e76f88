import { monthOf, parseDate, today } from '~/platform/dates'

/** What the inventory list is narrowed to; the names are those of `inventory_totals`. */
export interface StockFilters {
  /** In description, material code or supplier. */
  search: string | null
  category1: string | null
  category2: string | null
  category3: string | null
  status: string | null
  /** Leave out what is not on hand. */
  on_hand: boolean
  below_reorder: boolean
}

/** Filters of the list view, from the address. */
export function readStockFilters(url: string): StockFilters {
  const search = new URL(url).searchParams
  const status = search.get('status')
  return {
    search: search.get('q')?.trim() || null,
    category1: search.get('category1') || null,
    category2: search.get('category2') || null,
    category3: search.get('category3') || null,
    status: status === 'active' || status === 'inactive' ? status : null,
    on_hand: search.get('on_hand') === '1',
    below_reorder: search.get('below_reorder') === '1',
  }
}

/** A period and what its products are narrowed to; the names are those of `inventory_actual`. */
export interface ActualFilters {
  from: string
  to: string
  category1: string | null
  supplier: string | null
  search: string | null
  /** Leave out what neither lay nor moved in the period. */
  non_zero: boolean
  below_reorder: boolean
}

/** Filters of the actual view; the period is this month of the project when the address names none. */
export function readActualFilters(url: string, timeZone: string): ActualFilters {
  const search = new URL(url).searchParams
  const month = monthOf(today(timeZone))
  return {
    from: parseDate(search.get('from') ?? '') ?? month.from,
    to: parseDate(search.get('to') ?? '') ?? month.to,
    category1: search.get('category1') || null,
    supplier: search.get('supplier') || null,
    search: search.get('q')?.trim() || null,
    non_zero: search.get('non_zero') === '1',
    below_reorder: search.get('below_reorder') === '1',
  }
}

/** The period that a ledger is narrowed to; either end may be open. */
export function readPeriod(url: string): { from: string | null; to: string | null } {
  const search = new URL(url).searchParams
  return {
    from: parseDate(search.get('from') ?? ''),
    to: parseDate(search.get('to') ?? ''),
  }
}
