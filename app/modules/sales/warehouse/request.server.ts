import { row, rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { addMoney, type Money, money } from '~/platform/values/money'
import { amountAt, type Price, price } from '~/platform/values/price'
import { readBooking } from '../document.server'
import { effectOf, type RequestEffect } from './effect'

/** A line of the booking as of the request. Quantities are in pieces. */
export interface RequestLine {
  id: string
  product: string
  caseConfig: number
  quantity: number
  delivered: number
  released: number
  agentSrp: Price
  /** The requested pieces; zero when none. */
  requested: number
  amount: Money
}

/** A request as its page shows it. */
export interface RequestDocument {
  id: string
  version: number
  requestNo: string
  bookingId: string
  soNo: string
  kind: string
  reason: string
  status: string
  requestedBy: string
  requestedAt: string
  decidedBy: string | null
  decidedAt: string | null
  note: string | null
  doneBy: string | null
  doneAt: string | null
  customer: string
  store: string | null
  total: Money
  stage: string
  lines: RequestLine[]
  /** The amount that is credited to the customer after approval. */
  credit: Money
}

interface Snapshot {
  customer: string
  store: string | null
  total: string
  stage: string
  lines: {
    line_id: string
    product: string
    case_config: number
    quantity: number
    delivered: number
    released: number
    agent_srp: string
    agent_srp_pieces: number
  }[]
}

/**
 * Reads one request with the booking as it was then.
 *
 * @throws A 404 response when the request is missing or belongs to another project.
 */
export async function readWarehouseRequest(
  db: Db,
  projectId: string,
  requestId: string,
): Promise<RequestDocument> {
  const found = row(
    await db
      .from('warehouse_requests')
      .select('*')
      .eq('project_id', projectId)
      .eq('id', requestId)
      .single(),
  )
  const booking = found.booking_details as unknown as Snapshot
  const requested = rows(
    await db
      .from('warehouse_request_lines')
      .select('line_id, quantity, stock_state')
      .eq('project_id', projectId)
      .eq('request_id', requestId),
  )
  const lines = booking.lines.map((line) => {
    const asked = requested.find(({ line_id }) => line_id === line.line_id)
    const pieces = asked?.quantity ?? 0
    const agentSrp = price(line.agent_srp, line.agent_srp_pieces)
    return {
      id: line.line_id,
      product: asked?.stock_state === 'bad_order' ? `${line.product} (bad orders)` : line.product,
      caseConfig: line.case_config,
      quantity: line.quantity,
      delivered: line.delivered,
      released: line.released,
      agentSrp,
      requested: pieces,
      amount: amountAt(agentSrp, pieces),
    }
  })
  return {
    id: found.id,
    version: found.version,
    requestNo: found.request_no,
    bookingId: found.booking_id,
    soNo: found.so_no,
    kind: found.kind,
    reason: found.reason,
    status: found.request_status,
    requestedBy: found.user_id,
    requestedAt: found.created_at,
    decidedBy: found.decided_by,
    decidedAt: found.decided_at,
    note: found.decision_note,
    doneBy: found.done_by,
    doneAt: found.done_at,
    customer: booking.customer,
    store: booking.store,
    total: money(booking.total),
    stage: booking.stage,
    lines,
    credit: addMoney(money(0), ...lines.map((line) => line.amount)),
  }
}

/** Returns the effect of an approval now; null when the reader may not see the booking. */
export async function readEffect(
  db: Db,
  projectId: string,
  request: RequestDocument,
): Promise<RequestEffect | null> {
  try {
    return effectOf(request, await readBooking(db, projectId, request.bookingId))
  } catch (error) {
    if (error instanceof Response && error.status === 404) return null
    throw error
  }
}
