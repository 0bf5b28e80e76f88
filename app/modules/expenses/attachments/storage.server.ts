import { createHash } from 'node:crypto'
import type { Db } from '~/platform/request/context'
import { FILE_TYPES, type FileKind } from './content.server'

const bucket = (db: Db) => db.storage.from('vouchers')

/** Bytes of a voucher's file; null when there is none of this name that the caller may read. */
export async function readFile(db: Db, path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const { data, error } = await bucket(db).download(path)
  if (data) return new Uint8Array(await data.arrayBuffer())
  const status = (error as { status?: number }).status ?? 0
  if (status >= 400 && status < 500) return null
  throw error
}

/**
 * Puts a file below its voucher, named by its content: the same file has the same place.
 *
 * @returns its path in the bucket.
 * @throws when storage refuses it.
 */
export async function storeFile(
  db: Db,
  voucher: { projectId: string; id: string },
  file: { kind: FileKind; bytes: Uint8Array },
): Promise<string> {
  const hash = createHash('sha256').update(file.bytes).digest('hex')
  const path = `${voucher.projectId}/${voucher.id}/${hash}.${file.kind}`
  const { error } = await bucket(db).upload(path, file.bytes, {
    contentType: FILE_TYPES[file.kind],
  })
  // It is there already: what an act that was cut off left, or the same file once more.
  if (error && !(await readFile(db, path))) throw error
  return path
}

/** Takes a file out of the bucket. What cannot be deleted now is only left over: nothing names it. */
export async function removeFile(db: Db, path: string): Promise<void> {
  const { error } = await bucket(db).remove([path])
  if (error) console.warn(`A file of a voucher is left over: ${path}`, error)
}
