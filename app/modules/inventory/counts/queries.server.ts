import { row, rows } from '~/platform/db/command.server'
import { encodeCursor, type Keyset, type Listed, type Page } from '~/platform/db/keyset'
import type { Orders } from '~/platform/db/orders'
import { readPage } from '~/platform/db/page.server'
import type { Db } from '~/platform/request/context'
import { categoryName } from '~/platform/values/categories'
import { type Money, moneyOrNull } from '~/platform/values/money'
import type { CountStatus } from './schema'

/** The progress and variance of a count. The figures of a blind count are null while it is open. */
interface CountTotals {
  lines: number
  counted: number
  differing: number | null
  /** Pieces over, and pieces missing. */
  surplus: number | null
  missing: number | null
  /** Null for a reader without costs.read too. */
  costValue: Money | null
  srpValue: Money | null
}

export interface CountHead extends CountTotals {
  id: string
  title: string
  category: string | null
  blind: boolean
  status: CountStatus
  countedOn: string
  sheetAt: string
  createdBy: string | null
  submittedAt: string | null
  submittedBy: string | null
  decidedAt: string | null
  decidedBy: string | null
  reason: string | null
  version: number
}

const COLUMNS =
  'id, title, category1, blind, count_status, counted_on, sheet_at, created_by, submitted_at, submitted_by, decided_at, decided_by, reason, version'

/** Orders of the list, newest first unless another is chosen. */
export const COUNT_ORDERS: Orders = {
  date: { by: 'counted_on', of: 'day' },
  title: { by: 'title', of: 'text' },
}

/** Returns one page of counts in the keyset's order, and the number of all counts. */
export async function listCounts(
  db: Db,
  projectId: string,
  keyset: Keyset,
  status: CountStatus | null,
): Promise<Page<Listed<CountHead>> & { count: number }> {
  let query = db.from('stock_counts').select(COLUMNS).eq('project_id', projectId)
  let all = db
    .from('stock_counts')
    .select('id', { count: 'exact', head: true })
    .eq('project_id', projectId)
  if (status) {
    query = query.eq('count_status', status)
    all = all.eq('count_status', status)
  }
  const page = await readPage(keyset, query, { count: all })
  const totals = await readTotals(
    db,
    projectId,
    page.rows.map(({ id }) => id),
  )
  return {
    ...page,
    rows: page.rows.map((count) => ({
      ...headOf(count, totals),
      cursor: encodeCursor(count, keyset),
    })),
  }
}

/**
 * Reads one count.
 *
 * @throws A 404 response when the count is missing or belongs to another project.
 */
export async function readCount(db: Db, projectId: string, countId: string): Promise<CountHead> {
  const count = row(
    await db
      .from('stock_counts')
      .select(COLUMNS)
      .eq('project_id', projectId)
      .eq('id', countId)
      .maybeSingle(),
  )
  return headOf(count, await readTotals(db, projectId, [count.id]))
}

type Totals = Map<string, CountTotals>

async function readTotals(db: Db, projectId: string, ids: string[]): Promise<Totals> {
  if (ids.length === 0) return new Map()
  const found = rows(
    await db.rpc('stock_count_totals', { p_project: projectId, p_counts: ids }),
  ) as Record<string, unknown>[]
  const number = (value: unknown) => (value === null ? null : Number(value))
  return new Map(
    found.map((sum) => [
      String(sum.count_id),
      {
        lines: Number(sum.lines),
        counted: Number(sum.counted),
        differing: number(sum.differing),
        surplus: number(sum.surplus),
        missing: number(sum.missing),
        costValue: moneyOrNull(sum.cost_value),
        srpValue: moneyOrNull(sum.srp_value),
      },
    ]),
  )
}

const NOTHING: CountTotals = {
  lines: 0,
  counted: 0,
  differing: null,
  surplus: null,
  missing: null,
  costValue: null,
  srpValue: null,
}

interface Found {
  id: string
  title: string
  category1: string | null
  blind: boolean
  count_status: string
  counted_on: string
  sheet_at: string
  created_by: string | null
  submitted_at: string | null
  submitted_by: string | null
  decided_at: string | null
  decided_by: string | null
  reason: string | null
  version: number
}

function headOf(count: Found, totals: Totals): CountHead {
  return {
    ...(totals.get(count.id) ?? NOTHING),
    id: count.id,
    title: count.title,
    category: count.category1 && categoryName(count.category1),
    blind: count.blind,
    status: count.count_status as CountStatus,
    countedOn: count.counted_on,
    sheetAt: count.sheet_at,
    createdBy: count.created_by,
    submittedAt: count.submitted_at,
    submittedBy: count.submitted_by,
    decidedAt: count.decided_at,
    decidedBy: count.decided_by,
    reason: count.reason,
    version: count.version,
  }
}
