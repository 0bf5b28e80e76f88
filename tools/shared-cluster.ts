import path from 'node:path'
import { asOwner, givenCluster, SHARED, startOwnCluster } from './cluster.ts'
import { postgresFolder, postgresVersion } from './needs.mjs'

/** The folder of data that one run of tests keeps for the next one; CI may keep it too. */
export const CACHE = path.resolve('.cache/test')

const SETTINGS =
  '-c fsync=off -c full_page_writes=off -c synchronous_commit=off -c shared_buffers=256MB -c max_wal_size=1GB'

/**
 * Starts the PostgreSQL that all suites of a run share, unless it runs already. It starts with the
 * template databases of the previous run, and keeps its own for the next one.
 *
 * @returns Null when PostgreSQL is not installed.
 */
export async function startSharedCluster(): Promise<{
  url: string
  stop(): Promise<void>
} | null> {
  const given = givenCluster()
  if (given) return { url: given.url, stop: async () => {} }
  const kept = path.join(CACHE, `postgres-${postgresVersion(postgresFolder() ?? '')}`)
  const cluster = await startOwnCluster({ settings: SETTINGS, from: kept, inMemory: true })
  if (!cluster) return null
  const { url } = cluster
  process.env[SHARED] = url
  const before = await databasesOf(url, 'datistemplate')
  return {
    url,
    async stop() {
      delete process.env[SHARED]
      const now = await databasesOf(url, 'datistemplate')
      if (now.join() === before.join()) return cluster.stop()
      const copies = await databasesOf(url, 'not datistemplate')
      await asOwner(url, ...copies.map((name) => `drop database "${name}" with (force)`))
      cluster.keepIn(kept)
    },
  }
}

async function databasesOf(cluster: string, which: string): Promise<string[]> {
  const rows = await asOwner<{ name: string }>(
    cluster,
    `select datname as name from pg_database where ${which} and datname <> 'postgres' order by 1`,
  )
  return rows.map(({ name }) => name)
}
