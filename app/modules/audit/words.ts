import { formatDate, formatDateTime } from '~/platform/values/dates'
import { idOf, isId } from '~/platform/values/ids'
import { formatMoney, money } from '~/platform/values/money'

/** Columns of a row of the trail: on a change those that changed, else the whole row. */
export type Values = Readonly<Record<string, unknown>>

/** One column of a change, in words. */
export interface Difference {
  label: string
  /** Null: there was none. */
  was: string | null
  is: string | null
}

export interface Wording {
  /** What an id is called; null when nobody knows. */
  nameOf(id: string): string | null
  timeZone: string
  /** The document itself: that a line belongs to it goes without saying. */
  self?: string | null
}

/** Columns that say nothing to people: keys, counters of the program, texts made for searching. */
const HIDDEN = new Set(
  `id project_id version created_at modified_at date_modified sort_key search_key name_core store_core taxpayer no_key
   path import_id line_no created_by by`.split(/\s+/),
)

/** Names that are more than their column with spaces. */
const LABELS: Record<string, string> = {
  agent_id: 'Agent',
  agent_srp: 'AgentSRP',
  at: 'When',
  balance: 'Balance',
  cr_no: 'CR no.',
  cr_date: 'CR date',
  current_srp: 'Live SRP',
  def_cost: 'Default cost',
  def_srp: 'Default SRP',
  drr_no: 'DRR no.',
  drr_date: 'DRR date',
  ewt_amount: 'EWT',
  fname: 'Name',
  is_change_live_srp: 'Changes the live SRP',
  is_opening: 'Opening balance',
  logo_uri: 'Logo',
  logo_uri1: 'Logo of printed documents',
  po_no: 'PO no.',
  so_no: 'SO no.',
  prod_srp: 'SRP',
  tin_no: 'TIN',
  vat_percent: 'VAT %',
}

const MONEY =
  /^(agent_srp|amount|balance|cash_(counted|expected)|cheque_amount|cheques|cleared_balance|collected|collections|cost|credit_line|credited|current_srp|def_cost|def_srp|ewt_amount|net_amount|others|prod_srp|reversed|sales|total|total_cost|uncleared|unit_cost|unit_srp|variance_amount|voucher_approval_above)$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
const MOMENT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/

/**
 * What changed, a column at a time, before and after in words; what an insert or delete leaves empty is left out.
 * Settings are told key by key.
 */
export function differences(before: Values, after: Values, wording: Wording): Difference[] {
  return Object.keys({ ...before, ...after }).flatMap((key) => {
    const [was, is] = [before[key], after[key]]
    if (HIDDEN.has(key) || same(was, is)) return []
    if (wording.self && (is ?? was) === wording.self) return []
    // Of a row that came or went, what was never filled in says nothing.
    if ((was ?? is) === 0 && (was === undefined || is === undefined)) return []
    if (isObject(was) && isObject(is)) return differences(was, is, wording)
    if (isObject(was) || isObject(is)) return []
    const said = { label: labelOf(key), was: say(key, was, wording), is: say(key, is, wording) }
    return said.was === said.is ? [] : [said]
  })
}

/** `date_added` is "Date added"; an id goes by what it points to. */
export function labelOf(column: string): string {
  const words = LABELS[column] ?? column.replace(/_(id|at)$/, '').replaceAll('_', ' ')
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(/ no$/, ' no.')
}

function say(key: string, value: unknown, { nameOf, timeZone }: Wording): string | null {
  if (value === null || value === undefined || value === '' || value === false) return null
  if (value === true) return 'yes'
  if (Array.isArray(value)) return value.join(', ') || null
  if (MONEY.test(key)) return formatMoney(money(value as string | number))
  const text = String(value)
  // A document gets its number last.
  if (text.startsWith('draft-')) return null
  if (idOf(text)) return nameOf(text) ?? 'somebody or something removed'
  if (DAY.test(text)) return formatDate(text)
  if (MOMENT.test(text)) return formatDateTime(text, timeZone)
  return /_(status|state)$|^(status|stage|kind|mode_of_payment|collection_type)$/.test(key)
    ? text.replaceAll('_', ' ')
    : text
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
}

/** Every id in these rows: what has to be looked up before they can be told. */
export function idsIn(rows: readonly (Values | null)[]): string[] {
  const ids = rows.flatMap((row) =>
    Object.entries(row ?? {}).flatMap(([key, value]) =>
      isId(value) && !HIDDEN.has(key) ? [value] : [],
    ),
  )
  return [...new Set(ids)]
}
