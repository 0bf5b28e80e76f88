import { namesOf } from '~/modules/people/queries.server'
import { rows } from '~/platform/db/command.server'
import {
  BY_SORT_KEY,
  encodeCursor,
  type Keyset,
  keysetAt,
  type Listed,
  type Page,
} from '~/platform/db/keyset'
import { sortKeyOrders } from '~/platform/db/orders'
import { readPage } from '~/platform/db/page.server'
import type { Db } from '~/platform/request/context'
import { problem } from '~/platform/request/errors'
import { readSearchParams } from '~/platform/request/search-params'
import { isId } from '~/platform/values/ids'
import { type Money, money } from '~/platform/values/money'
import { BAD_ORDER_KINDS, BAD_ORDER_STATUSES } from './labels'

/** A record of bad orders in the list. */
export interface BadOrderRow {
  id: string
  no: string
  kind: string
  onDate: string
  reason: string
  status: string
  pieces: number
  /** What an approved write-off took off the value of the stock; null for others, and without costs.read. */
  cost: Money | null
  by: string | null
}

/** Orders of the list, newest first unless another is chosen. */
export const BAD_ORDER_ORDERS = sortKeyOrders({ on: 'day', no: 'number' })

/** Reads the filters of the list from its address. */
export function badOrderFilters(url: string) {
  const searchParams = readSearchParams(url)
  return {
    search: searchParams.text('q'),
    kind: searchParams.option('kind', BAD_ORDER_KINDS),
    status: searchParams.option('status', BAD_ORDER_STATUSES),
    product_id: searchParams.id('product'),
  }
}

/** Reads one page of the records of bad orders in the order of `sort`. */
export async function listBadOrders(
  db: Db,
  projectId: string,
  keyset: Keyset,
  filters: ReturnType<typeof badOrderFilters> & { sort: string },
): Promise<Page<Listed<BadOrderRow>> & { count: number }> {
  const [page, names] = await Promise.all([
    readPage(keyset, (cursor) =>
      db.rpc('bad_order_list', { p_project: projectId, p_filters: { ...filters, ...cursor } }),
    ),
    namesOf(db, projectId),
  ])
  return {
    ...page,
    count: Number(page.rows[0]?.count ?? 0),
    rows: page.rows.map((row) => ({
      id: row.id,
      cursor: encodeCursor(row, keyset),
      no: row.record_no,
      kind: row.kind,
      onDate: row.on_date,
      reason: row.reason,
      status: row.status,
      pieces: Number(row.pieces),
      cost: row.cost === null ? null : money(row.cost),
      by: (row.created_by && names.get(row.created_by)) ?? null,
    })),
  }
}

/**
 * Reads one record of bad orders with its lines.
 *
 * @throws A 404 response when it is missing or belongs to another project.
 */
export async function readBadOrder(db: Db, projectId: string, id: string) {
  if (!isId(id)) throw problem(404)
  const [record] = rows(
    await db
      .from('bad_orders')
      .select(
        'id, record_no, kind, on_date, reason, status, created_by, created_at, approved_by, approved_at, cancelled_by, cancelled_at, cancel_reason, version',
      )
      .eq('project_id', projectId)
      .eq('id', id)
      .limit(1),
  )
  if (!record) throw problem(404)
  const lines = rows(
    await db
      .from('bad_order_lines')
      .select('product_id, quantity')
      .eq('project_id', projectId)
      .eq('record_id', id)
      .order('line_no')
      .limit(200),
  )
  const [products, names, listed] = await Promise.all([
    db
      .from('products')
      .select('id, material_code, description, case_config')
      .eq('project_id', projectId)
      .in(
        'id',
        lines.map(({ product_id }) => product_id),
      )
      .limit(200)
      .then(rows),
    namesOf(db, projectId),
    listBadOrders(db, projectId, keysetAt({ after: null }, BY_SORT_KEY), {
      sort: '-on',
      search: record.record_no,
      kind: null,
      status: null,
      product_id: null,
    }),
  ])
  const name = (user: string | null) => (user && names.get(user)) ?? null
  return {
    ...record,
    by: name(record.created_by),
    approvedBy: name(record.approved_by),
    cancelledBy: name(record.cancelled_by),
    cost: listed.rows.find((row) => row.id === id)?.cost ?? null,
    lines: lines.map(({ product_id, quantity }) => {
      const product = products.find(({ id }) => id === product_id)
      return {
        id: product_id,
        quantity,
        code: product?.material_code ?? '–',
        description: product?.description ?? '–',
        caseConfig: product?.case_config ?? 1,
      }
    }),
  }
}

export type BadOrder = Awaited<ReturnType<typeof readBadOrder>>
