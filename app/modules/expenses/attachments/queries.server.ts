import { row, rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'

/** A file of a voucher. */
export interface Attachment {
  id: string
  name: string
  /** The id of the user who attached it. */
  createdBy: string | null
  createdAt: string
}

/** Lists the files of a voucher in the order in which they were attached. */
export async function listAttachments(
  db: Db,
  projectId: string,
  voucherId: string,
): Promise<Attachment[]> {
  const found = rows(
    await db
      .from('voucher_attachments')
      .select('id, name, created_by, created_at')
      .eq('project_id', projectId)
      .eq('voucher_id', voucherId)
      .order('id'),
  )
  return found.map(({ id, name, created_by, created_at }) => ({
    id,
    name,
    createdBy: created_by,
    createdAt: created_at,
  }))
}

/**
 * Reads the name and path of one file.
 *
 * @throws A 404 response when the file is missing or belongs to another project.
 */
export async function readAttachment(
  db: Db,
  projectId: string,
  id: string,
): Promise<{ name: string; path: string }> {
  return row(
    await db
      .from('voucher_attachments')
      .select('name, path')
      .eq('project_id', projectId)
      .eq('id', id)
      .maybeSingle(),
  )
}
