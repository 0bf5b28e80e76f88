import { namesOf } from '~/modules/people/queries.server'
import { rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { money } from '~/platform/values/money'

/** Lists what is pending until a day, kind by kind (SQL: `closing_pending`). */
export async function listPending(db: Db, projectId: string, through: string) {
  const found = rows(await db.rpc('closing_pending', { p_project: projectId, p_through: through }))
  return found.map(({ kind, documents, amount, oldest_on }) => ({
    kind,
    documents,
    // Requests have no amount.
    amount: (amount as number | null) === null ? null : money(amount),
    oldest: oldest_on as string | null,
  }))
}

/** Lists the latest acts of closing and reopening, the newest first. */
export async function listClosings(db: Db, projectId: string) {
  const found = rows(
    await db
      .from('period_closings')
      .select('id, act, was_through, closed_through, reason, created_at, created_by')
      .eq('project_id', projectId)
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(100),
  )
  const names = await namesOf(db, projectId)
  return found.map((act) => ({
    id: act.id,
    act: act.act === 'close' ? 'Closed' : 'Reopened',
    was: act.was_through,
    through: act.closed_through,
    reason: act.reason,
    at: act.created_at,
    by: (act.created_by && names.get(act.created_by)) || '–',
  }))
}

export type Pending = Awaited<ReturnType<typeof listPending>>[number]
export type Closing = Awaited<ReturnType<typeof listClosings>>[number]
