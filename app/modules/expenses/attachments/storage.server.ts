import { createHash } from 'node:crypto'
import type { CommandResult } from '~/platform/db/command.server'
import { downloadFile, storageSaysLater } from '~/platform/files/download.server'
import { explainNoRoom } from '~/platform/files/no-room.server'
import { FILE_TYPES, type FileKind } from '~/platform/files/upload.server'
import type { Db } from '~/platform/request/context'

const bucket = (db: Db) => db.storage.from('vouchers')

/**
 * Returns the bytes of a voucher's file; null when there is no such file that the caller may read.
 */
export async function readFile(db: Db, path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  return downloadFile(bucket(db), path)
}

/**
 * Stores a file below its voucher, named by its content. The same file has the same path.
 *
 * @returns The path in the bucket, or why the file cannot be stored now.
 * @throws When storage refuses the file.
 */
export async function storeFile(
  db: Db,
  voucher: { projectId: string; id: string },
  file: { kind: FileKind; bytes: Uint8Array },
): Promise<CommandResult<string>> {
  const hash = createHash('sha256').update(file.bytes).digest('hex')
  const path = `${voucher.projectId}/${voucher.id}/${hash}.${file.kind}`
  const { error } = await bucket(db).upload(path, file.bytes, {
    contentType: FILE_TYPES[file.kind],
  })
  // The file may exist already: an interrupted action left it, or the same file is attached again.
  if (error && (storageSaysLater(error) || !(await readFile(db, path))))
    return { ok: false, error: explainNoRoom(error, 'file') }
  return { ok: true, data: path }
}

/**
 * Removes a file from the bucket. A file that cannot be deleted now is only left over; nothing
 * refers to it.
 */
export async function removeFile(db: Db, path: string): Promise<void> {
  const { error } = await bucket(db).remove([path])
  if (error) console.warn(`A file of a voucher is left over: ${path}`, error)
}
