import { createHash } from 'node:crypto'
import type { CommandResult } from '~/platform/db/command.server'
import { downloadFile, storageSaysLater } from '~/platform/files/download.server'
import { explainNoRoom } from '~/platform/files/no-room.server'
import { PICTURE_TYPES, type PictureKind } from '~/platform/files/picture.server'
import type { Db } from '~/platform/request/context'

const LOGO = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\/[\w-]+\/[0-9a-f]{64}\.(?:png|jpg|webp)$/

const bucket = (db: Db) => db.storage.from('logos')

/**
 * Returns the bytes of a logo; null when there is no such logo that the caller may read.
 *
 * @throws the 503 page when storage does not answer.
 */
export async function readLogo(db: Db, path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!LOGO.test(path)) return null
  return downloadFile(bucket(db), path)
}

/**
 * Stores a picture at the path `<project id>/<Project_Name>/<hash of its
 * content>.<ext>`. The same picture has the same path, so storing it again changes nothing.
 *
 * @returns The path in the bucket and whether it is a new one, or why the picture cannot be stored now.
 * @throws When storage refuses the picture.
 */
export async function storeLogo(
  db: Db,
  project: { id: string; name: string },
  picture: { kind: PictureKind; bytes: Buffer },
): Promise<CommandResult<{ path: string; added: boolean }>> {
  const hash = createHash('sha256').update(picture.bytes).digest('hex')
  const path = `${project.id}/${folderOf(project.name)}/${hash}.${picture.kind}`
  if (await readLogo(db, path)) return { ok: true, data: { path, added: false } }
  // An interrupted removal may have left the name without its file.
  const { error: kept } = await bucket(db).remove([path])
  if (kept) return { ok: false, error: explainNoRoom(kept, 'picture') }
  const { error } = await bucket(db).upload(path, picture.bytes, {
    contentType: PICTURE_TYPES[picture.kind],
    cacheControl: '31536000',
  })
  // Another request may have stored the same picture at the same moment.
  if (error && (storageSaysLater(error) || !(await readLogo(db, path))))
    return { ok: false, error: explainNoRoom(error, 'picture') }
  return { ok: true, data: { path, added: true } }
}

/** Removes a picture from the bucket. */
export async function removeLogo(db: Db, path: string): Promise<void> {
  const { error } = await bucket(db).remove([path])
  if (error) throw error
}

/**
 * Turns a project's name into a folder name: spaces and characters that need encoding in an address
 * become underscores.
 */
function folderOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '')
  return plain.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 80)
}
