import type { TestProject } from 'vitest/node'
import { postgresTemplate } from '../../scripts/verify/test-databases.ts'
import { startSharedCluster } from '../../tools/shared-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the PostgreSQL of this run, without a database; null runs on PGlite. */
    postgres: string | null
  }
}

/**
 * Starts a PostgreSQL with one migrated database before the database tests; each file gets a copy.
 */
export default async function setup(project: TestProject) {
  const cluster = await startSharedCluster()
  if (!cluster) {
    if (process.env.CI) throw new Error('No PostgreSQL 15 or newer at hand: CI needs one.')
    throw new Error('No PostgreSQL 15 or newer at hand: set DATABASE_URL or install postgresql.')
  }
  try {
    const { database } = await postgresTemplate(cluster.url, 'migrated')
    project.provide('template', database)
  } catch (error) {
    await cluster.stop()
    throw error
  }
  project.provide('postgres', cluster.url)
  return () => cluster.stop()
}
