import path from 'node:path'
import { readEnv } from '../server/env.ts'
import { backup } from './backup/backup.ts'

const USAGE = 'Usage: npm run backup -- <new folder>'

/** `npm run backup` copies the database and the data folder, with the server running or not. */
async function main(): Promise<void> {
  const [target, ...more] = process.argv.slice(2)
  if (!target || more.length > 0) throw new Error(USAGE)
  const { rows, files } = await backup(readEnv(), path.resolve(target))
  console.log(
    `${path.resolve(target)}: ${Object.keys(rows).length} tables and sequences, ${Object.keys(files).length} files.`,
  )
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
