import type { IssuedHead } from '~/modules/logos/letterhead.server'
import { countOf, row, rows } from '~/platform/db/command.server'
import type { Keyset, Page } from '~/platform/db/keyset'
import { readPage } from '~/platform/db/page.server'
import type { Db } from '~/platform/request/context'
import { type Money, money } from '~/platform/values/money'
import type { GoodsLine } from '../goods-lines.server'

/**
 * Reads the number that the database proposes for the next invoice; null while there is no series.
 */
export async function readNextNumber(db: Db, projectId: string): Promise<string | null> {
  const { data, error } = await db.rpc('next_invoice_no', { p_project: projectId })
  rows({ data: [], error })
  return data
}

/** Reads how many pre-printed forms invoices of bookings take, of those that take several with numbers of their own. */
export async function readForms(
  db: Db,
  projectId: string,
  bookings: readonly string[],
): Promise<Map<string, number>> {
  if (bookings.length === 0) return new Map()
  const args = { p_project: projectId, p_bookings: [...bookings] }
  const found = rows(await db.rpc('invoice_forms', args))
  return new Map(found.map(({ booking_id, forms }) => [booking_id, forms]))
}

/** A series of invoice numbers: the part before their final digits. */
export interface Series {
  series: string
  first: string
  last: string
  next: string
  invoices: number
  missing: number
  duplicates: number
}

/** Lists the series of a project, the last used one first. */
export async function listSeries(db: Db, projectId: string): Promise<Series[]> {
  const found = rows(await db.rpc('invoice_series_list', { p_project: projectId }))
  return found.map((each) => ({
    series: each.series,
    first: each.first_no,
    last: each.last_no,
    next: each.next_no,
    invoices: Number(each.invoices),
    missing: Number(each.missing),
    duplicates: Number(each.duplicates),
  }))
}

/** A range of missing numbers of a series, between two used ones. */
export interface Gap {
  /** The key that the next page starts from. */
  id: string
  from: string
  to: string
  /** Null where another booklet begins. */
  missing: number | null
  /** The number of these that were set once and changed later. */
  changed: number
  before: { no: string; date: string }
  after: { no: string; date: string }
}

/** Lists at most `size` gaps of a series, highest first, below the serial number `before`. */
export async function listGaps(
  db: Db,
  projectId: string,
  series: string,
  { before, size }: { before: number | null; size: number },
): Promise<{ gaps: Gap[]; older: string | null }> {
  const found = rows(
    await db.rpc('invoice_gaps', {
      p_project: projectId,
      p_series: series,
      p_limit: size + 1,
      ...(before === null ? {} : { p_before: before }),
    }),
  )
  const gaps = found.slice(0, size).map((gap) => ({
    id: String(gap.from_serial),
    from: gap.from_no,
    to: gap.to_no,
    missing: gap.missing === null ? null : Number(gap.missing),
    changed: Number(gap.changed),
    before: { no: gap.before_no, date: gap.before_date },
    after: { no: gap.after_no, date: gap.after_date },
  }))
  return { gaps, older: found.length > size ? (gaps.at(-1)?.id ?? null) : null }
}

/** An invoice whose number another invoice has too, in another spelling. */
export interface Double {
  id: string
  soNo: string
  invoiceNo: string
  date: string
  customerName: string
  total: Money
}

export async function listDoubles(db: Db, projectId: string, series: string): Promise<Double[]> {
  const found = rows(await db.rpc('invoice_duplicates', { p_project: projectId, p_series: series }))
  return found.map((each) => ({
    id: each.booking_id,
    soNo: each.so_no,
    invoiceNo: each.invoice_no,
    date: each.date_invoiced,
    customerName: each.customer_name,
    total: money(each.total),
  }))
}

/** A change of an invoice's number or date. */
export interface NumberChange {
  id: string
  bookingId: string
  soNo: string
  oldNo: string
  newNo: string
  oldDate: string
  newDate: string
  reason: string
  createdAt: string
  createdBy: string | null
}

const CHANGE =
  'id, booking_id, old_no, new_no, old_date, new_date, reason, created_at, created_by, bookings!inner(so_no)'

interface RawChange {
  id: string
  booking_id: string
  old_no: string
  new_no: string
  old_date: string
  new_date: string
  reason: string
  created_at: string
  created_by: string | null
  bookings: { so_no: string }
}

function changeOf(raw: RawChange): NumberChange {
  return {
    id: raw.id,
    bookingId: raw.booking_id,
    soNo: raw.bookings.so_no,
    oldNo: raw.old_no,
    newNo: raw.new_no,
    oldDate: raw.old_date,
    newDate: raw.new_date,
    reason: raw.reason,
    createdAt: raw.created_at,
    createdBy: raw.created_by,
  }
}

/** Reads one page of the changed invoices of a project, newest first. */
export async function listNumberChanges(
  db: Db,
  projectId: string,
  keyset: Keyset,
): Promise<Page<NumberChange>> {
  const changes = db.from('invoice_changes').select(CHANGE).eq('project_id', projectId)
  return readPage(keyset, changes, { row: changeOf })
}

/** Counts the changes of invoices of a project. */
export async function countChanges(db: Db, projectId: string): Promise<number> {
  return countOf(
    await db
      .from('invoice_changes')
      .select('id', { count: 'exact', head: true })
      .eq('project_id', projectId),
  )
}

/**
 * An invoice, as the SQL function invoice_document returns it. Money is text; `due` includes VAT.
 */
export interface InvoiceDocument {
  so_no: string
  stage: string
  is_opening: boolean
  /** The head of the project as it was at the issue, as names and figures are. */
  letterhead: IssuedHead
  /** The seller as the tax office reads it, as of the issue; null on invoices from before these settings. */
  seller: {
    vat_registered: boolean
    /** Nine digits, and five of the branch; null where the project has no TIN. */
    tin: string | null
    branch_code: string | null
    foot: string
    authority: string
  } | null
  /** The pre-printed forms whose numbers it has, from its own on. */
  forms: number
  invoice_no: string | null
  date_invoiced: string | null
  date_due: string | null
  customer_name: string
  store_name: string | null
  deliver_to: string | null
  tin_no: string | null
  business_style: string | null
  agent: string | null
  /** At AgentSRP, and by how much the lines are less; both with VAT, as total is. */
  gross: Money
  discount: Money
  total: Money
  credited: Money
  due: Money
  vat_percent: string
  vat: Money
  net: Money
  /** The net by VAT class of the lines. */
  vatable: Money
  exempt: Money
  zero_rated: Money
  lines: (Omit<GoodsLine, 'beforeVat' | 'taxed'> & {
    /** Off the line, after the percentage. */
    discount_amount: Money
    /** The amount without VAT. */
    net: Money
    vat_class: string
    /** The VAT in the amount. */
    vat: Money
    /** True when VAT comes on top of the price. */
    vat_on_top: boolean
  })[]
}

/**
 * Reads one invoice for printing.
 *
 * @throws A 404 response when the booking is missing or belongs to another project.
 */
export async function readInvoice(
  db: Db,
  projectId: string,
  bookingId: string,
): Promise<InvoiceDocument> {
  const found = row(
    await db.rpc('invoice_document', { p_project: projectId, p_booking: bookingId }),
  )
  return found as unknown as InvoiceDocument
}
