import { formatDate, formatDateTime } from '~/platform/values/dates'
import { idOf, isId } from '~/platform/values/ids'
import { formatMoney, money, withCommas } from '~/platform/values/money'
import { vatClassLabel } from '~/platform/values/vat'
import { WEEKDAYS } from '~/platform/values/weeks'

/** Columns of a row of the trail: the changed ones, or the whole row of an insert or delete. */
export type Values = Readonly<Record<string, unknown>>

/** One column of a change, in readable form. */
export interface FieldDifference {
  label: string
  /** The old value; null when there was none. */
  was: string | null
  is: string | null
}

export interface Wording {
  /** Returns the name of an id; null when it is unknown. */
  nameOf(id: string): string | null
  timeZone: string
  /** The id of the document itself. Columns that only point to it are left out. */
  self?: string | null
}

/** Columns without meaning for users: keys, technical counters, search texts. */
const HIDDEN = new Set(
  `id project_id version created_at modified_at date_modified sort_key search_key total_key receivable_key project_logos name_core store_core taxpayer no_key
   customer_key path bucket size mentions document_id document_kind paper party import_id device line_no created_by name_key supplier_id counts_from books_closed next_at`.split(
    /\s+/,
  ),
)

/** Labels that differ from the column name with spaces. */
const LABELS: Record<string, string> = {
  agent_id: 'Agent',
  merged_into: 'Merged into',
  agent_srp: 'Unit price',
  agent_srp_pieces: 'Unit price for (pieces)',
  balance: 'Balance',
  cleared_balance: 'Receivables',
  cr_no: 'CR no.',
  cr_date: 'CR date',
  cost_pieces: 'Cost for (pieces)',
  credit_line: 'Credit limit',
  current_srp: 'Current SRP',
  current_srp_pieces: 'Current SRP for (pieces)',
  def_cost: 'Default cost',
  def_cost_pieces: 'Default cost for (pieces)',
  def_srp: 'Default SRP',
  discount_percent: 'Discount %',
  floor_percent: 'Floor %',
  free_of: 'Free with line',
  is_default: 'Default list',
  percent: 'Percent on the current SRP',
  price_pieces: 'Price for (pieces)',
  def_srp_pieces: 'Default SRP for (pieces)',
  drr_no: 'DRR no.',
  drr_date: 'DRR date',
  ewt_amount: 'EWT',
  fname: 'Name',
  is_change_live_srp: 'Updates the current SRP',
  is_opening: 'Opening balance',
  kind: 'Type',
  number_reason: 'Reason',
  opposite_on: 'Counts below zero on',
  stage: 'Status',
  state: 'Status',
  until: 'Works until',
  way: 'Shared by',
  paid_back_bank_id: 'Paid back from',
  paid_back_no: 'Paid back, number',
  logo_uri: 'Logo',
  logo_uri1: 'Logo of printed documents',
  po_no: 'PO no.',
  so_no: 'SO no.',
  prod_srp: 'SRP',
  prod_srp_pieces: 'SRP for (pieces)',
  tin_no: 'TIN',
  vat_percent: 'VAT %',
  prices_include_vat: 'Prices include VAT',
}

const MONEY =
  /^(([a-z]+_)*amount|agent_srp|approval_limit|balance|cash_(counted|expected)|cheques|cleared_balance|collected|collections|cost|credit_line|credited|current_srp|def_cost|def_srp|discount|effect|floor|gross|item_edit_from|monthly_budget|((new|old)_)?price|others|posted|price_difference|prod_srp|reversed|sales|stock_value|total|total_cost|uncleared|unit_srp|value|variance|voucher_approval_above|what_edit)$/
const AMOUNT = /^(NaN|-?Infinity|-?\d+(\.\d{1,2}0*)?)$/
const COUNT = /^-?\d+$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
const MOMENT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/

/**
 * Lists the changed columns with old and new value. Columns that an insert or delete leaves empty
 * are left out. Settings are listed key by key.
 */
export function differences(before: Values, after: Values, wording: Wording): FieldDifference[] {
  return Object.keys({ ...before, ...after }).flatMap((key) => {
    const [was, is] = [before[key], after[key]]
    if (HIDDEN.has(key) || same(was, is)) return []
    // The pieces that a price is for stand with the price.
    const price = key.replace(/_pieces$/, '')
    if (price !== key && ((before[price] ?? null) !== null || (after[price] ?? null) !== null))
      return []
    if (wording.self && (is ?? was) === wording.self) return []
    // A zero in a row that was inserted or deleted was never filled in.
    if ((was ?? is) === 0 && (was === undefined || is === undefined)) return []
    if (isObject(was) && isObject(is)) return differences(was, is, wording)
    if (isObject(was) || isObject(is)) return []
    const per = (row: Values) => {
      const pieces = Number(row[`${key}_pieces`] ?? 1)
      return pieces > 1 ? ` per ${pieces} pc` : ''
    }
    const [old, now] = [say(key, was, wording), say(key, is, wording)]
    const said = { label: labelOf(key), was: old && old + per(before), is: now && now + per(after) }
    return said.was === said.is ? [] : [said]
  })
}

/**
 * Returns the label of a column: `date_added` is "Date added". The label of an id names the record
 * that it points to.
 */
export function labelOf(column: string): string {
  const words = LABELS[column] ?? column.replace(/_(id|at)$/, '').replaceAll('_', ' ')
  return (words.charAt(0).toUpperCase() + words.slice(1))
    .replace(/ no$/, ' no.')
    .replace(/\b(dr|ewt|po|so|srp|tin|vat)\b/gi, (word) => word.toUpperCase())
}

function say(key: string, value: unknown, { nameOf, timeZone }: Wording): string | null {
  if (value === null || value === undefined || value === '' || value === false) return null
  if (value === true) return 'yes'
  if (Array.isArray(value)) {
    const named = value.map((one) => (isId(one) ? (nameOf(one) ?? 'removed record') : one))
    return named.join(', ') || null
  }
  const text = String(value)
  // The trail also keeps what was repaired: a text where an amount belongs, or a number that JavaScript reads as Infinity.
  if (MONEY.test(key) && AMOUNT.test(text)) return formatMoney(money(text))
  if (idOf(text)) return nameOf(text) ?? 'removed record'
  if (key === 'vat_class') return vatClassLabel(text)
  if (key === 'weekday') return WEEKDAYS[Number(text) - 1] ?? text
  if (COUNT.test(text) && typeof value === 'number') return withCommas(text)
  if (DAY.test(text)) return formatDate(text)
  if (MOMENT.test(text)) return formatDateTime(text, timeZone)
  return /_(status|state)$|^(status|state|stage|kind|mode_of_payment|collection_type)$/.test(key)
    ? text.replaceAll('_', ' ')
    : text
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
}

/** Lists all ids in these rows, to look up their names. */
export function idsIn(rows: readonly (Values | null)[]): string[] {
  const ids = rows.flatMap((row) =>
    Object.entries(row ?? {}).flatMap(([key, value]) =>
      HIDDEN.has(key) ? [] : [value].flat().filter(isId),
    ),
  )
  return [...new Set(ids)]
}
