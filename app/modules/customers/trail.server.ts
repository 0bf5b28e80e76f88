import type { Keyset, Page } from '~/platform/db/keyset'
import { readPage } from '~/platform/db/page.server'
import type { Db } from '~/platform/request/context'
import { describeEvent, eventTitle } from './trail'

/** One entry of the finance trail: action, user and time. */
export interface FinanceEvent {
  id: string
  title: string
  createdBy: string
  createdAt: string
  details: string
}

/** Returns one page of the customer's finance trail, newest first. */
export async function listFinanceEvents(
  db: Db,
  projectId: string,
  customerId: string,
  keyset: Keyset,
  names: ReadonlyMap<string, string>,
): Promise<Page<FinanceEvent>> {
  const query = db
    .from('customer_finance_events')
    .select('id, type, user_id, created_at, details')
    .eq('project_id', projectId)
    .eq('customer_id', customerId)
  const nameOf = (user: string | null) => names.get(user ?? '') ?? '–'
  return readPage(keyset, query, {
    row: (event) => ({
      id: String(event.id),
      title: eventTitle(event.type),
      createdBy: nameOf(event.user_id),
      createdAt: event.created_at,
      details: describeEvent(event.type, event.details, nameOf),
    }),
  })
}
