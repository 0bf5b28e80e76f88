import { type CommandResult, rows, runCommand } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { addMoney, type Money, money } from '~/platform/values/money'

/** One number of the list to archive, and what would become of it. */
export interface ArchiveRow {
  soNo: string
  /** Null when there is no such booking. */
  id: string | null
  customerName: string | null
  stage: string | null
  dateAdded: string | null
  total: Money | null
  /** What would be collected as approved cash. */
  balance: Money | null
  /** Pieces that would leave the stock. */
  toIssue: number | null
  /** Archived so before: nothing changes. */
  done: boolean
  obstacle: string | null
}

/** What archiving these bookings would do; null obstacles everywhere mean that it would be done. */
export interface ArchivePreview {
  rows: ArchiveRow[]
  /** How many would be archived, and what would be collected and issued with them. */
  archived: number
  collected: Money
  issued: number
  obstacles: number
}

/** The SO numbers in a text: one a line, or with commas, semicolons or spaces between. */
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

/** Archives all of them or none, in one transaction (specification, section 4). */
export function archiveBookings(
  db: Db,
  projectId: string,
  idempotencyKey: string,
  soNos: readonly string[],
  status: string,
): Promise<CommandResult<{ archived: number; collected: string }>> {
  return runCommand(db, 'archive_bookings', {
    p_project: projectId,
    p_idempotency_key: idempotencyKey,
    p_so_nos: { so_nos: soNos },
    p_status: status,
  })
}
