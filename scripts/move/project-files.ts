import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createClient } from '@supabase/supabase-js'
import ws from 'ws'
import { ConfigurationError } from '../../server/env.ts'
import type { Project } from './project.ts'
import type { Side } from './sides.ts'

interface StoredFile {
  bucket: string
  key: string
  type: string
}

/** The secret key moves files of all companies, as the owner of the database moves their rows. */
function storageOf({ url, secretKey }: Project) {
  return createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: ws as never },
  }).storage
}

async function filesOf(side: Side): Promise<StoredFile[]> {
  return side.query<StoredFile>(
    `select bucket_id as bucket, name as key, coalesce(metadata ->> 'mimetype', 'application/octet-stream') as type
     from storage.objects order by 1, 2`,
  )
}

const fileIn = (folder: string, { bucket, key }: StoredFile) =>
  path.join(folder, 'storage', bucket, key)

/**
 * Uploads the stored files of a data folder into a Supabase project and reads each one back. Those that a move which was
 * cut off has brought over are left as they are.
 *
 * @returns their number.
 * @throws ConfigurationError when the folder lacks one, or what comes back differs.
 */
export async function uploadFiles(from: Side, folder: string, project: Project): Promise<number> {
  const storage = storageOf(project)
  const files = await filesOf(from)
  for (const file of files) {
    const { bucket, key, type } = file
    if (!existsSync(fileIn(folder, file)))
      throw new ConfigurationError(
        `The stored file ${bucket}/${key} is missing in the folder. Nothing was moved.`,
      )
    const bytes = readFileSync(fileIn(folder, file))
    const there = await storage.from(bucket).download(key)
    if (there.error) {
      const { error } = await storage.from(bucket).upload(key, bytes, { contentType: type })
      if (error) throw new ConfigurationError(`${bucket}/${key} is refused: ${error.message}`)
    }
    const kept = there.data ?? (await storage.from(bucket).download(key)).data
    if (!kept || !bytes.equals(Buffer.from(await kept.arrayBuffer())))
      throw new ConfigurationError(
        `The stored file ${bucket}/${key} in the project is another one. Nothing was moved.`,
      )
  }
  return files.length
}

/**
 * Downloads the stored files of a Supabase project into a data folder, and writes their rows.
 *
 * @returns their number.
 */
export async function downloadFiles(
  from: Side,
  to: Side,
  folder: string,
  project: Project,
): Promise<number> {
  const storage = storageOf(project)
  const files = await filesOf(from)
  for (const file of files) {
    const { data, error } = await storage.from(file.bucket).download(file.key)
    if (error)
      throw new ConfigurationError(`${file.bucket}/${file.key} cannot be read: ${error.message}`)
    const bytes = Buffer.from(await data.arrayBuffer())
    mkdirSync(path.dirname(fileIn(folder, file)), { recursive: true, mode: 0o700 })
    writeFileSync(fileIn(folder, file), bytes, { mode: 0o600 })
    await to.query(
      `insert into storage.objects (bucket_id, name, metadata)
       values ($1, $2, jsonb_build_object('size', $3::int, 'mimetype', $4::text))`,
      [file.bucket, file.key, bytes.byteLength, file.type],
    )
  }
  return files.length
}
