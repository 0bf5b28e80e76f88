import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { missingFiles } from '../../server/embedded-supabase/files/missing-files.ts'
import type { Side } from './sides.ts'

/** Tells how many stored files the database names, and which of them the data folder lacks. */
export async function tellFiles(
  side: Side,
  folder: string,
  tell: (line: string) => void,
): Promise<void> {
  const { named, missing } = await missingFiles(side, folder)
  tell(
    missing.length === 0
      ? `All ${named} stored files are in the folder`
      : `${missing.length} of ${named} stored files are missing in the folder, such as ${missing[0]}`,
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
