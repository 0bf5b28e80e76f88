import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Sql } from 'postgres'
import type { Side } from './sides.ts'

/** Tells how many stored files the database names, and which of them the data folder lacks. */
export async function tellFiles(
  side: Side,
  folder: string,
  tell: (line: string) => void,
): Promise<void> {
  const named = await side.query<{ file: string }>(
    `select bucket_id || '/' || name as file from storage.objects order by 1`,
  )
  const missing = named.filter(({ file }) => !existsSync(path.join(folder, 'storage', file)))
  tell(
    missing.length === 0
      ? `All ${named.length} stored files are in the folder`
      : `${missing.length} of ${named.length} stored files are missing in the folder, such as ${missing[0]!.file}`,
  )
}

/** Writes the files that a database keeps for web servers without a folder into a folder. */
export async function writeFiles(source: Sql, folder: string): Promise<void> {
  const kept = source`select bucket, key, bytes from kalakal_server.files`
  await kept.cursor(20, (rows) => {
    for (const { bucket, key, bytes } of rows) {
      const file = path.join(folder, 'storage', bucket, key)
      mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
      writeFileSync(file, bytes, { mode: 0o600 })
    }
  })
}
