import type { OwnerSql } from '../database/owner-sql.ts'
import type { FileStore } from './file-storage.ts'

/** Keeps files in a table of the database, for web servers that share no folder. */
export function databaseStore(sql: OwnerSql): FileStore {
  return {
    async read(bucket, key) {
      const [found] = await sql.query<{ bytes: Buffer }>(
        'select bytes from kalakal_server.files where bucket = $1 and key = $2',
        [bucket, key],
      )
      return found?.bytes
    },
    async write(bucket, key, bytes) {
      await sql.query(KEEP_FILE, [bucket, key, Buffer.from(bytes)])
    },
    async remove(bucket, key) {
      await sql.query('delete from kalakal_server.files where bucket = $1 and key = $2', [
        bucket,
        key,
      ])
    },
  }
}

/** Stores a file in place of one of the same name: bucket, key, bytes. */
export const KEEP_FILE = `insert into kalakal_server.files values ($1, $2, $3)
  on conflict (bucket, key) do update set bytes = excluded.bytes`
