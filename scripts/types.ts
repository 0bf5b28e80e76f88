import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import postgres from 'postgres'
import { createDatabaseAnew, startCluster } from '../tools/cluster.ts'
import {
  CURRENCIES_FILE,
  CURRENCY_ROWS,
  type CurrencyRow,
  currenciesFile,
} from '../tools/currencies-file.ts'
import { migratePostgres } from '../tools/migrated.ts'
import {
  PERMISSION_ROWS,
  PERMISSIONS_FILE,
  type PermissionRow,
  permissionsFile,
  ROLE_ROWS,
  type RoleRow,
} from '../tools/permissions-file.ts'

/** `npm run types` generates database.types.ts, permissions.ts and currencies.ts from the migrations on a temporary PostgreSQL. */
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
  const sql = postgres(url, { max: 1 })
  const roles = await sql.unsafe<RoleRow[]>(ROLE_ROWS)
  const permissions = await sql.unsafe<PermissionRow[]>(PERMISSION_ROWS)
  const currencies = await sql.unsafe<CurrencyRow[]>(CURRENCY_ROWS)
  await sql.end()
  writeFileSync(CURRENCIES_FILE, currenciesFile(currencies))
  writeFileSync(PERMISSIONS_FILE, permissionsFile(roles, permissions))
  console.log('database.types.ts, permissions.ts and currencies.ts are up to date.')
} finally {
  cluster.stop()
}
