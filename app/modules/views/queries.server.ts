import { allRows } from '~/platform/db/command.server'
import type { Db, Identity, Membership } from '~/platform/request/context'
import { today } from '~/platform/values/dates'
import { fillPeriods } from '~/platform/values/periods'

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
  const day = today(project.timeZone)
  return found.map(({ user_id, ...view }) => ({
    ...view,
    search: fillPeriods(view.search, day),
    mine: user_id === user.userId,
  }))
}
