import { version } from '../package.json'
import { startCluster } from '../tools/cluster.ts'
import { writeMigration } from './release/migration.ts'

/** `npm run release:migration` writes the migration of this version, as `npm run release` requires it. */
async function main(): Promise<void> {
  const cluster = await startCluster()
  if (!cluster)
    throw new Error('No PostgreSQL 15 or newer at hand: set DATABASE_URL or install postgresql.')
  try {
    const file = await writeMigration('supabase', cluster.url, version)
    process.stdout.write(`${file} is written. Read what it says of tables, and commit it.\n`)
  } finally {
    cluster.stop()
  }
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
