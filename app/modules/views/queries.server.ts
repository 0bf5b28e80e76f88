import { allRows } from '~/platform/db/command.server'
import type { Db, Identity, Membership } from '~/platform/request/context'

/** Filters that a user has saved under a name. */
export interface SavedView {
  id: string
  name: string
  search: string
  shared: boolean
  /** True for the reader's own filters, which can be deleted. */
  mine: boolean
}

/** Lists the reader's own views of a list or report and those that others share, by name. */
export async function listViews(
  { db, project, user }: { db: Db; project: Membership; user: Identity },
  list: string,
): Promise<SavedView[]> {
  const found = await allRows(
    db
      .from('report_views')
      .select('id, name, search, shared, user_id')
      .eq('project_id', project.projectId)
      .eq('report', list)
      .order('name')
      .order('id'),
  )
  return found.map(({ user_id, ...view }) => ({ ...view, mine: user_id === user.userId }))
}
