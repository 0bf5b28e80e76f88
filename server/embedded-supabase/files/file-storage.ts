import { createHash, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, open, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { App } from '@supabase/lite'

type Adapter = NonNullable<App['_storageAdapter']>
type Metadata = Awaited<ReturnType<Adapter['headObject']>>

/** Keeps the bytes of files, by bucket and key. */
export interface FileStore {
  /** Returns nothing when there is no such file. */
  read(bucket: string, key: string): Promise<Buffer | undefined>
  write(bucket: string, key: string, bytes: Uint8Array): Promise<void>
  remove(bucket: string, key: string): Promise<void>
}

/** Storage's files in a store. The content type is told from the name, as the library asks the files for it. */
export class FileStorage implements Adapter {
  driver = null
  readonly #store: FileStore

  constructor(store: FileStore) {
    this.#store = store
  }

  /**
   * Returns no body when the file is gone but its row is not; the storage API answers that with
   * "not found".
   */
  async getObject(bucket: string, key: string) {
    const body = await this.#store.read(bucket, key)
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
    const bytes =
      body instanceof Uint8Array
        ? body
        : new Uint8Array(await new Response(body as ReadableStream).arrayBuffer())
    await this.#store.write(bucket, key, bytes)
    return { ...metadataOf(key, bytes), mimetype, cacheControl }
  }

  async deleteObject(bucket: string, key: string) {
    await this.#store.remove(bucket, key)
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
    const bytes = await this.#whole(fromBucket, from)
    await this.#store.write(toBucket, to, bytes)
    return { httpStatusCode: 200, ...metadataOf(to, bytes) }
  }

  async headObject(bucket: string, key: string) {
    return metadataOf(key, await this.#whole(bucket, key))
  }

  async privateAssetUrl(): Promise<string> {
    throw new Error('Files are not reachable by address.')
  }

  /** @throws when there is no such file. */
  async #whole(bucket: string, key: string): Promise<Buffer> {
    const bytes = await this.#store.read(bucket, key)
    if (!bytes) throw new Error('There is no such file.')
    return bytes
  }
}

/** Keeps files in the data folder, `storage/<bucket>/<key>`; without a folder in a temporary one. */
export function folderStore(folder: string | null): FileStore {
  const storage = folder
    ? Promise.resolve(path.join(folder, 'storage'))
    : mkdtemp(path.join(tmpdir(), 'kalakal-storage-'))
  /** @throws when the name would leave the bucket's folder. */
  const fileOf = async (bucket: string, key: string): Promise<string> => {
    const root = path.join(await storage, bucket)
    const file = path.resolve(root, key)
    if (!file.startsWith(root + path.sep) || path.basename(bucket) !== bucket)
      throw new Error('Not a name of a stored file.')
    return file
  }
  return {
    read: async (bucket, key) => readFile(await fileOf(bucket, key)).catch(ifMissing),
    async write(bucket, key, bytes) {
      const file = await fileOf(bucket, key)
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      await writeWhole(file, bytes)
    },
    remove: async (bucket, key) => rm(await fileOf(bucket, key), { force: true }),
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

/** Returns what storage says of a file; the content type is told from the name. */
function metadataOf(key: string, bytes: Uint8Array): Metadata {
  return {
    cacheControl: 'no-cache',
    contentLength: bytes.byteLength,
    size: bytes.byteLength,
    mimetype: TYPES[path.extname(key).toLowerCase()] ?? 'application/octet-stream',
    eTag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
  }
}
