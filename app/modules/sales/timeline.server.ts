import type { Database } from '~/platform/db/database.types'
import { formatMoney, money } from '~/platform/values/money'
import type { Allocation } from './document.server'
import { eventOf, type TimelineEvent, type TimelineRow } from './timeline'

type Tables = Database['public']['Tables']

/** Events that a reader may see of a booking: no receipts or requests without the permission. */
interface Events {
  trail: readonly TimelineRow[]
  allocations: readonly Allocation[] | null
  requests: readonly Tables['warehouse_requests']['Row'][] | null
}

/**
 * Lists the events of a booking with user and time, oldest first: from its audit trail, its receipts
 * and its warehouse requests.
 */
export function timelineOf(
  { trail, allocations, requests }: Events,
  names: ReadonlyMap<string, string>,
): TimelineEvent[] {
  const named = [...receiptEvents(allocations ?? []), ...requestEvents(requests ?? [])]
  const told = new Map(named.map((event) => [event.at, event]))
  for (const row of trail) {
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

function receiptEvents(allocations: readonly Allocation[]): TimelineEvent[] {
  // The first row of a receipt is what was recorded; later reversals are in the audit trail.
  const first = new Map(allocations.toReversed().map((row) => [row.id, row]))
  return [...first.values()].flatMap((receipt) => {
    const title = `Receipt ${receipt.cr_no}`
    const recorded = {
      at: receipt.created_at,
      by: receipt.created_by,
      title: `${title} recorded`,
      details: [`${formatMoney(money(receipt.amount))} applied to this booking`],
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

function requestEvents(requests: readonly Tables['warehouse_requests']['Row'][]): TimelineEvent[] {
  return requests.flatMap((request) => {
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
