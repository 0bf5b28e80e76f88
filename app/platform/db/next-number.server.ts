import type { Db } from '../request/context'
import { rows } from './command.server'

/**
 * Reads the number after the one that this person used last, from the booklet in hand, or after the newest purchase of all; undefined
 * before the first. It is proposed, and a person may type another.
 */
export async function proposeNumber(
  db: Db,
  projectId: string,
  of: 'next_cr_no' | 'next_po_no',
): Promise<string | undefined> {
  const { data, error } = await db.rpc(of, { p_project: projectId })
  rows({ data: [], error })
  return data ?? undefined
}
