import { createHash } from 'node:crypto'
import { PICTURE_TYPES, type PictureKind } from '~/platform/files/picture.server'
import type { Db } from '~/platform/request/context'

const LOGO = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\/[\w-]+\/[0-9a-f]{64}\.(?:png|jpg|webp)$/

const bucket = (db: Db) => db.storage.from('logos')

/**
 * The bytes of a logo; null when there is none of this name that the caller may read.
 *
 * @throws when storage does not answer.
 */
export async function readLogo(db: Db, path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!LOGO.test(path)) return null
  const { data, error } = await bucket(db).download(path)
  if (data) return new Uint8Array(await data.arrayBuffer())
  if (isRefusal(error)) return null
  throw error
}

/**
 * Puts a picture where decision 15 says: `<project id>/<Project_Name>/<hash of its content>.<ext>`.
 * The same picture has the same place, so storing it again changes nothing.
 *
 * @returns its path in the bucket.
 * @throws when storage refuses it.
 */
export async function storeLogo(
  db: Db,
  project: { id: string; name: string },
  picture: { kind: PictureKind; bytes: Buffer },
): Promise<string> {
  const hash = createHash('sha256').update(picture.bytes).digest('hex')
  const path = `${project.id}/${folderOf(project.name)}/${hash}.${picture.kind}`
  if (await readLogo(db, path)) return path
  // What a removal that was cut off may have left: the name without its file.
  await removeLogo(db, path)
  const { error } = await bucket(db).upload(path, picture.bytes, {
    contentType: PICTURE_TYPES[picture.kind],
    cacheControl: '31536000',
  })
  // Someone else may have stored the same picture at the same moment.
  if (error && !(await readLogo(db, path))) throw error
  return path
}

/** Takes a picture out of the bucket. */
export async function removeLogo(db: Db, path: string): Promise<void> {
  const { error } = await bucket(db).remove([path])
  if (error) throw error
}

/** Spaces become underscores (specification, section 5); what no address needs to carry, too. */
function folderOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '')
  return plain.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 80)
}

function isRefusal(error: { status?: number } | null): boolean {
  const status = error?.status ?? 0
  return status >= 400 && status < 500
}
