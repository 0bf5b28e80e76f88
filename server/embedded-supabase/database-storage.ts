import type { OwnerSql } from './database.ts'
import { type Adapter, bytesOf, metadataOf } from './file-storage.ts'

/** Storage's files in a table of the database, for web servers that share no folder. */
export class DatabaseStorage implements Adapter {
  driver = null
  readonly #sql: OwnerSql

  constructor(sql: OwnerSql) {
    this.#sql = sql
  }

  /**
   * Returns no body when the file is gone but its row is not; the storage API answers that with
   * "not found".
   */
  async getObject(bucket: string, key: string) {
    const body = await this.#read(bucket, key)
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
    await this.#sql.query(
      `insert into kalakal_server.files values ($1, $2, $3)
       on conflict (bucket, key) do update set bytes = excluded.bytes`,
      [bucket, key, Buffer.from(bytes)],
    )
    return { ...metadataOf(key, bytes), mimetype, cacheControl }
  }

  async deleteObject(bucket: string, key: string) {
    await this.deleteObjects(bucket, [key])
  }

  async deleteObjects(bucket: string, keys: string[]) {
    for (const key of keys)
      await this.#sql.query('delete from kalakal_server.files where bucket = $1 and key = $2', [
        bucket,
        key,
      ])
  }

  async copyObject(
    fromBucket: string,
    from: string,
    _version: string | undefined,
    toBucket: string,
    to: string,
  ) {
    await this.#sql.query(
      `insert into kalakal_server.files
       select $3, $4, bytes from kalakal_server.files where bucket = $1 and key = $2
       on conflict (bucket, key) do update set bytes = excluded.bytes`,
      [fromBucket, from, toBucket, to],
    )
    return { httpStatusCode: 200, ...(await this.headObject(toBucket, to)) }
  }

  async headObject(bucket: string, key: string) {
    const body = await this.#read(bucket, key)
    if (!body) throw new Error('There is no such file.')
    return metadataOf(key, body)
  }

  async privateAssetUrl(): Promise<string> {
    throw new Error('Files are not reachable by address.')
  }

  async #read(bucket: string, key: string): Promise<Buffer | undefined> {
    const [found] = await this.#sql.query<{ bytes: Buffer }>(
      'select bytes from kalakal_server.files where bucket = $1 and key = $2',
      [bucket, key],
    )
    return found?.bytes
  }
}
