import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
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

/** Writes the files that a database keeps for web servers without a folder into a folder, one at a time. */
export async function writeFiles(source: Side, folder: string): Promise<void> {
  const kept = await source.query<{ bucket: string; key: string }>(
    'select bucket, key from kalakal_server.files order by 1, 2',
  )
  for (const { bucket, key } of kept) {
    const [row] = await source.query<{ bytes: Uint8Array }>(
      'select bytes from kalakal_server.files where bucket = $1 and key = $2',
      [bucket, key],
    )
    const file = path.join(folder, 'storage', bucket, key)
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, row!.bytes, { mode: 0o600 })
  }
}
