import { rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { addMoney, type Money, money } from '~/platform/values/money'

/** One number of the list to archive, and the effect on its booking. */
export interface ArchiveRow {
  soNo: string
  /** Null when there is no such booking. */
  id: string | null
  customerName: string | null
  stage: string | null
  dateAdded: string | null
  total: Money | null
  /** The amount that would be collected as approved cash. */
  balance: Money | null
  /** The pieces that would be issued from stock. */
  toIssue: number | null
  /** True when it is archived with this status already: nothing changes. */
  done: boolean
  obstacle: string | null
}

/** The effect of archiving these bookings. They can be archived when no row has an obstacle. */
export interface ArchivePreview {
  rows: ArchiveRow[]
  /** The number of bookings, and the sums to collect and to issue. */
  archived: number
  collected: Money
  issued: number
  obstacles: number
}

/** Returns the SO numbers in a text: one per line, or separated by commas, semicolons or spaces. */
export function readSoNos(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter(Boolean))].map((no) => no.toUpperCase())
}

export async function previewArchive(
  db: Db,
  projectId: string,
  soNos: readonly string[],
  status: string,
): Promise<ArchivePreview> {
  const found = rows(
    await db.rpc('archive_preview', {
      p_project: projectId,
      p_so_nos: { so_nos: [...soNos] },
      p_status: status,
    }),
  ).map((row): ArchiveRow => {
    const amount = (value: number | null) => (value === null ? null : money(value))
    return {
      soNo: row.so_no,
      id: row.id,
      customerName: row.customer_name,
      stage: row.stage,
      dateAdded: row.date_added,
      total: amount(row.total),
      balance: amount(row.balance),
      toIssue: row.to_issue,
      done: row.done,
      obstacle: row.obstacle,
    }
  })
  const open = found.filter(({ done, obstacle }) => !done && !obstacle)
  return {
    rows: found,
    archived: open.length,
    collected: addMoney(money(0), ...open.flatMap(({ balance }) => balance ?? [])),
    issued: open.reduce((sum, { toIssue }) => sum + (toIssue ?? 0), 0),
    obstacles: found.filter(({ obstacle }) => obstacle).length,
  }
}
