import { rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { type Money, money } from '~/platform/values/money'
import { HIT_KINDS, type Hit, type HitKind } from './hits'

export interface Found extends Hit {
  date: string | null
  amount: Money | null
}

/**
 * Finds documents that the reader may read and the words match, at most `each` of a kind, the best
 * match first.
 */
export async function searchDocuments(
  db: Db,
  projectId: string,
  words: string,
  each: number,
): Promise<Found[]> {
  const found = rows(
    await db.rpc('search_documents', { p_project: projectId, p_query: words, p_each: each }),
  )
  return found.map((row) => {
    const kind = row.kind as HitKind
    return {
      kind,
      id: row.id,
      label: row.label,
      detail: row.detail,
      state: row.state,
      date: row.on_date,
      amount: row.amount === null ? null : money(row.amount),
      to: HIT_KINDS[kind].at(row.id, row.label),
    }
  })
}
