import { rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'

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

/** Reads the booklets that the reader may see, those in use first. */
export async function listBooklets(db: Db, projectId: string): Promise<Booklet[]> {
  const found = rows(await db.rpc('booklet_list', { p_project: projectId }))
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
