import type { Permission } from '~/platform/access/permissions'
import { rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { formatMoney, money } from '~/platform/values/money'
import { eventOf, type TimelineEvent, type TimelineRow } from './timeline'

/**
 * Reads the events of a booking with user and time, oldest first: from its audit trail and, with
 * the permissions, from its receipts and warehouse requests.
 */
export async function readTimeline(
  db: Db,
  projectId: string,
  bookingId: string,
  reader: { permissions: readonly Permission[]; names: ReadonlyMap<string, string> },
): Promise<TimelineEvent[]> {
  const { permissions, names } = reader
  const [trail, receipts, requests] = await Promise.all([
    db.rpc('booking_trail', { p_project: projectId, p_booking: bookingId }),
    permissions.includes('collections.read') ? receiptEvents(db, projectId, bookingId) : [],
    permissions.includes('warehouse.read') ? requestEvents(db, projectId, bookingId) : [],
  ])
  const named = [...receipts, ...requests]
  const told = new Map(named.map((event) => [event.at, event]))
  for (const row of rows(trail) as unknown as TimelineRow[]) {
    const event = eventOf(row, (id) => names.get(id) ?? null)
    if (!event) continue
    // A receipt or request is an event of its own; changes made at the same time are its details.
    const cause = told.get(event.at)
    if (cause) cause.details.push(event.title, ...event.details)
    else named.push(event)
  }
  return named
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .map((event) => ({ ...event, by: (event.by && names.get(event.by)) ?? null }))
}

async function receiptEvents(
  db: Db,
  projectId: string,
  bookingId: string,
): Promise<TimelineEvent[]> {
  const found = rows(
    await db
      .from('collection_allocations')
      .select(
        'amount, collections!inner(id, cr_no, created_at, created_by, approved_at, approved_by)',
      )
      .eq('project_id', projectId)
      .eq('booking_id', bookingId)
      .order('id'),
  )
  // The first row of a receipt is what was recorded; later reversals are in the audit trail.
  const first = new Map(found.toReversed().map((row) => [row.collections.id, row]))
  return [...first.values()].flatMap(({ amount, collections: receipt }) => {
    const title = `Receipt ${receipt.cr_no}`
    const recorded = {
      at: receipt.created_at,
      by: receipt.created_by,
      title: `${title} recorded`,
      details: [`${formatMoney(money(amount))} applied to this booking`],
    }
    if (!receipt.approved_at) return [recorded]
    // A receipt recorded and approved at once comes from archiving, which the audit trail shows.
    if (receipt.approved_at === receipt.created_at) return []
    const approved = {
      at: receipt.approved_at,
      by: receipt.approved_by,
      title: `${title} approved`,
      details: [],
    }
    return [recorded, approved]
  })
}

async function requestEvents(
  db: Db,
  projectId: string,
  bookingId: string,
): Promise<TimelineEvent[]> {
  const found = rows(
    await db
      .from('warehouse_requests')
      .select(
        'request_no, reason, request_status, user_id, created_at, decided_by, decided_at, decision_note, done_by, done_at',
      )
      .eq('project_id', projectId)
      .eq('booking_id', bookingId)
      .order('id'),
  )
  return found.flatMap((request) => {
    const event = (at: string | null, by: string | null, title: string, details: string[]) =>
      at ? [{ at, by, title: `Request ${request.request_no} ${title}`, details }] : []
    const decided = request.request_status === 'rejected' ? 'rejected' : 'approved'
    const note = request.decision_note ? [request.decision_note] : []
    return [
      ...event(request.created_at, request.user_id, 'asked', [request.reason]),
      ...event(request.decided_at, request.decided_by, decided, note),
      ...event(request.done_at, request.done_by, 'done', []),
    ]
  })
}
