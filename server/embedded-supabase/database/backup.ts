import { cpSync, existsSync } from 'node:fs'
import path from 'node:path'
import type { OwnerSql } from './owner-sql.ts'

export const BACKUP_PATH = '/kalakal/v1/backup'

interface Options {
  folder: string | null
  secretKey: string
}

/**
 * Copies the running server's database and files into a folder, for the server's own secret key only. Nothing else
 * happens in this thread meanwhile, so that the copy is of one moment, without what had not been committed.
 */
export async function answerBackup(
  request: Request,
  sql: OwnerSql,
  { folder, secretKey }: Options,
): Promise<Response> {
  if (request.headers.get('apikey') !== secretKey) return new Response(null, { status: 401 })
  const { to } = (await request.json()) as { to?: unknown }
  if (!folder || typeof to !== 'string' || !path.isAbsolute(to))
    return Response.json({ message: 'There is no data folder to copy from.' }, { status: 400 })
  await sql.query('checkpoint')
  copyData(folder, to)
  return Response.json({})
}

/** The embedded database and the stored files, as they lie on the disk; not those being written. */
export function copyData(from: string, to: string): void {
  for (const part of ['postgres', 'storage']) {
    const source = path.join(from, part)
    if (existsSync(source))
      cpSync(source, path.join(to, part), {
        recursive: true,
        preserveTimestamps: true,
        filter: (file) => !file.endsWith('.part'),
      })
  }
}
