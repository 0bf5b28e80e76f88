import { existsSync } from 'node:fs'
import path from 'node:path'
import type { OwnerSql } from '../database/owner-sql.ts'

/** Returns how many stored files the database names, and which of them the data folder lacks. */
export async function missingFiles(
  { query }: Pick<OwnerSql, 'query'>,
  folder: string,
): Promise<{ named: number; missing: string[] }> {
  const named = await query<{ file: string }>(
    `select bucket_id || '/' || name as file from storage.objects order by 1`,
  )
  const missing = named.filter(({ file }) => !existsSync(path.join(folder, 'storage', file)))
  return { named: named.length, missing: missing.map(({ file }) => file) }
}
