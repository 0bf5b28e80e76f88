import { rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { searchText } from '~/platform/values/texts'
import type { BookletFilters } from './filters'

/** A booklet of CR numbers. */
export interface Booklet {
  id: string
  version: number
  person: string
  firstNo: string
  lastNo: string
  numbers: number
  used: number
  /** Numbers below the highest used one that no receipt has. */
  skipped: number
  /** The number that is proposed next; null when none is left, or the booklet was taken back. */
  nextNo: string | null
  state: string
  reason: string | null
  assignedAt: string
}

/** Reads the booklets that the reader may see and the filters find, those in use first. */
export async function listBooklets(
  db: Db,
  projectId: string,
  { search, returned }: BookletFilters,
): Promise<Booklet[]> {
  const all = rows(await db.rpc('booklet_list', { p_project: projectId }))
  const sought = searchText(search ?? '')
  const found = all.filter(
    ({ person, first_no, last_no, state }) =>
      searchText(`${person} ${first_no} ${last_no}`).includes(sought) &&
      (state === 'in_use' || returned),
  )
  return found.map((booklet) => ({
    id: booklet.id,
    version: booklet.version,
    person: booklet.person,
    firstNo: booklet.first_no,
    lastNo: booklet.last_no,
    numbers: Number(booklet.numbers),
    used: Number(booklet.used),
    skipped: Number(booklet.skipped),
    nextNo: booklet.next_no,
    state: booklet.state,
    reason: booklet.return_reason,
    assignedAt: booklet.created_at,
  }))
}
