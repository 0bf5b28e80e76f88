import path from 'node:path'
import { readEnv } from '../server/env.ts'
import { restore } from './backup/restore.ts'

const USAGE = 'Usage: npm run restore -- <folder of a backup>'

/** `npm run restore` puts a backup into an empty data folder, with DATABASE_URL also into an empty database. */
async function main(): Promise<void> {
  const [source, ...more] = process.argv.slice(2)
  if (!source || more.length > 0) throw new Error(USAGE)
  const { made, version, rows, files, proven } = await restore(readEnv(), path.resolve(source))
  console.log(
    `The backup of ${made} is in place: ${Object.keys(rows).length} tables and sequences and ${Object.keys(files).length} files are as they were.`,
  )
  if (!proven)
    console.log(
      `The backup is of version ${version}, which kept no hashes of the database's own files: each row was compared, indexes and code were not. Start the server, look at "Verify books", and make a new backup.`,
    )
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
