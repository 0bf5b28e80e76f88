import { createHash } from 'node:crypto'
import type { CommandResult } from '~/platform/db/command.server'
import { downloadFile, storageSaysLater } from '~/platform/files/download.server'
import { explainNoRoom } from '~/platform/files/no-room.server'
import { FILE_TYPES, type FileKind } from '~/platform/files/upload.server'
import type { Db } from '~/platform/request/context'

/** The bucket of new files. */
const BUCKET = 'documents'

/** Returns the bytes of a file; null when there is no such file that the caller may read. */
export async function readFile(
  db: Db,
  { bucket, path }: { bucket: string; path: string },
): Promise<Uint8Array<ArrayBuffer> | null> {
  return downloadFile(db.storage.from(bucket), path)
}

/**
 * Stores a file below its document, named by its content. The same file has the same path.
 *
 * @returns The path in the bucket, or why the file cannot be stored now.
 * @throws When storage refuses the file.
 */
export async function storeFile(
  db: Db,
  document: { projectId: string; kind: string; id: string },
  file: { kind: FileKind; bytes: Uint8Array },
): Promise<CommandResult<string>> {
  const hash = createHash('sha256').update(file.bytes).digest('hex')
  const path = `${document.projectId}/${document.kind}/${document.id}/${hash}.${file.kind}`
  const { error } = await db.storage.from(BUCKET).upload(path, file.bytes, {
    contentType: FILE_TYPES[file.kind],
  })
  // The file may exist already: an interrupted action left it, or the same file is attached again.
  if (error && (storageSaysLater(error) || !(await readFile(db, { bucket: BUCKET, path }))))
    return { ok: false, error: explainNoRoom(error, 'files') }
  return { ok: true, data: path }
}

/**
 * Removes a file from its bucket. A file that cannot be deleted now is only left over; nothing
 * refers to it.
 */
export async function removeFile(
  db: Db,
  { bucket = BUCKET, path }: { bucket?: string; path: string },
): Promise<void> {
  const { error } = await db.storage.from(bucket).remove([path])
  if (error) console.warn(`A file of a document is left over: ${bucket}/${path}`, error)
}
