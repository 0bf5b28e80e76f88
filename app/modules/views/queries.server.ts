import { allRows } from '~/platform/db/command.server'
import type { Db, Identity, Membership } from '~/platform/request/context'
import { chosenColumns } from '~/platform/request/list-columns'
import { today } from '~/platform/values/dates'
import { fillPeriods } from '~/platform/values/periods'
import type { SavedOfList } from '~/ui/ListViews'
import { pathOf } from './registry.server'

interface Reader {
  db: Db
  project: Membership
  user: Identity
}

/** Reads what the reader and those who share have saved, by the addresses of the lists and reports. */
export async function readListViews({
  db,
  project,
  user,
}: Reader): Promise<Record<string, SavedOfList>> {
  const found = await allRows(
    db
      .from('report_views')
      .select('id, report, name, search, shared, user_id, is_default')
      .eq('project_id', project.projectId)
      .order('name')
      .order('id'),
  )
  const day = today(project.timeZone)
  const lists: Record<string, SavedOfList> = {}
  for (const { report, user_id, is_default, search, ...view } of found) {
    const path = pathOf(report)
    if (!path) continue
    lists[path] ??= { views: [], columns: null }
    if (is_default) lists[path].columns = chosenColumns(new URLSearchParams(search)).text
    else
      lists[path].views.push({
        ...view,
        search: fillPeriods(search, day),
        mine: user_id === user.userId,
      })
  }
  return lists
}
