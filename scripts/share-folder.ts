import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { openSecrets } from '../server/data-folder.ts'
import {
  keepSecrets,
  withServerTables,
} from '../server/embedded-supabase/database/server-tables.ts'
import { KEEP_FILE } from '../server/embedded-supabase/files/database-storage.ts'
import { ConfigurationError, NO_FOLDER, readEnv } from '../server/env.ts'

/**
 * `npm run share:folder`: copies the keys and files of the data folder into the database of DATABASE_URL, for web servers
 * with KALAKAL_DATA_DIR=none. Copying again replaces what is there; the folder stays as it is.
 */
async function main(): Promise<void> {
  const { KALAKAL_DATA_DIR: folder, DATABASE_URL } = readEnv()
  if (!DATABASE_URL || !folder || folder === NO_FOLDER)
    throw new ConfigurationError(
      'Set DATABASE_URL to the database, and KALAKAL_DATA_DIR to the folder that is used with it.',
    )
  if (!existsSync(path.join(folder, 'secrets.json')))
    throw new ConfigurationError(`${folder} is no data folder: it has no secrets.json.`)
  const secrets = await openSecrets(folder)
  const files = filesIn(path.join(folder, 'storage'))
  await withServerTables(DATABASE_URL, async (query) => {
    await keepSecrets(query, secrets)
    for (const { bucket, key, file } of files)
      await query(KEEP_FILE, [bucket, key, readFileSync(file)])
  })
  process.stdout.write(`The keys and ${files.length} files of ${folder} are in the database.\n`)
}

/** Lists the stored files: `<bucket>/<key>` below the folder; half-written ones are left out. */
function filesIn(root: string): { bucket: string; key: string; file: string }[] {
  if (!existsSync(root)) return []
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
    .map((entry) => {
      const file = path.join(entry.parentPath, entry.name)
      const [bucket, ...key] = path.relative(root, file).split(path.sep)
      return { bucket: bucket!, key: key.join('/'), file }
    })
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
