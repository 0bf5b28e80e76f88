import { createHash, randomUUID } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, open, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { App } from '@supabase/lite'

export type Adapter = NonNullable<App['_storageAdapter']>
type Metadata = Awaited<ReturnType<Adapter['headObject']>>

/**
 * Storage's files in the data folder, `storage/<bucket>/<key>`; without a folder in a temporary one.
 * The content type is told from the name, as the library asks the files for it.
 */
export class FileStorage implements Adapter {
  driver = null
  readonly #root: Promise<string>

  constructor(folder: string | null) {
    this.#root = folder
      ? Promise.resolve(path.join(folder, 'storage'))
      : mkdtemp(path.join(tmpdir(), 'kalakal-storage-'))
  }

  /**
   * Returns no body when the file is gone but its row is not; the storage API answers that with
   * "not found".
   */
  async getObject(bucket: string, key: string) {
    const body = await readFile(await this.#file(bucket, key)).catch(ifMissing)
    const metadata = metadataOf(key, body ?? new Uint8Array())
    return { httpStatusCode: body ? 200 : 404, metadata, body }
  }

  async uploadObject(
    bucket: string,
    key: string,
    _version: string | undefined,
    body: Parameters<Adapter['uploadObject']>[3],
    mimetype: string,
    cacheControl: string,
  ) {
    const bytes = await bytesOf(body)
    const file = await this.#file(bucket, key)
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    await writeWhole(file, bytes)
    return { ...metadataOf(key, bytes), mimetype, cacheControl }
  }

  async deleteObject(bucket: string, key: string) {
    await rm(await this.#file(bucket, key), { force: true })
  }

  async deleteObjects(bucket: string, keys: string[]) {
    for (const key of keys) await this.deleteObject(bucket, key)
  }

  async copyObject(
    fromBucket: string,
    from: string,
    _version: string | undefined,
    toBucket: string,
    to: string,
  ) {
    const target = await this.#file(toBucket, to)
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
    await copyFile(await this.#file(fromBucket, from), target)
    return { httpStatusCode: 200, ...metadataOf(to, await readFile(target)) }
  }

  async headObject(bucket: string, key: string) {
    return metadataOf(key, await readFile(await this.#file(bucket, key)))
  }

  async privateAssetUrl(): Promise<string> {
    throw new Error('Files are not reachable by address.')
  }

  /** @throws when the name would leave the bucket's folder. */
  async #file(bucket: string, key: string): Promise<string> {
    const root = path.join(await this.#root, bucket)
    const file = path.resolve(root, key)
    if (!file.startsWith(root + path.sep) || path.basename(bucket) !== bucket)
      throw new Error('Not a name of a stored file.')
    return file
  }
}

/**
 * Writes to a temporary file, syncs it to disk and renames it, so that nobody reads half a file,
 * also after a power cut.
 */
async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const part = `${file}.${randomUUID()}.part`
  const handle = await open(part, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(part, file)
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

const TYPES: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
}

/** Returns the whole of an upload, which the library hands over as bytes or as a stream. */
export async function bytesOf(body: Parameters<Adapter['uploadObject']>[3]): Promise<Uint8Array> {
  if (body instanceof Uint8Array) return body
  return new Uint8Array(await new Response(body as ReadableStream).arrayBuffer())
}

/** Returns what storage says of a file; the content type is told from the name. */
export function metadataOf(key: string, bytes: Uint8Array): Metadata {
  return {
    cacheControl: 'no-cache',
    contentLength: bytes.byteLength,
    size: bytes.byteLength,
    mimetype: TYPES[path.extname(key).toLowerCase()] ?? 'application/octet-stream',
    eTag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
  }
}
