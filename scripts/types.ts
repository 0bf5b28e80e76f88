import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createDatabaseAnew, startCluster } from '../tools/cluster.ts'
import { migratePostgres } from '../tools/migrated.ts'

/** `npm run types` generates app/platform/db/database.types.ts from the migrations on a temporary PostgreSQL. */
const cluster = await startCluster()
if (!cluster)
  throw new Error('No PostgreSQL 15 or newer at hand: set DATABASE_URL or install postgresql.')
try {
  const url = await createDatabaseAnew(cluster.url, 'kalakal_types')
  await migratePostgres(url)
  const types = execFileSync(
    'npx',
    [
      'supabase',
      'gen',
      'types',
      'typescript',
      '--schema',
      'public',
      `--remote=${url}?sslmode=disable`,
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  )
  writeFileSync('app/platform/db/database.types.ts', types)
  console.log('app/platform/db/database.types.ts is up to date.')
} finally {
  cluster.stop()
}
