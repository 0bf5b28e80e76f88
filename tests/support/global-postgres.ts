import { randomUUID } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { copyTemplate, postgresTemplate } from '../../scripts/verify/test-databases.ts'
import { asOwner } from '../../tools/cluster.ts'
import { startSharedCluster } from '../../tools/shared-cluster.ts'
import { makePeople, type People } from './people.ts'
import { testDatabaseAt } from './test-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the PostgreSQL of this run, without a database; null runs on PGlite. */
    postgres: string | null
    /** The people whom the template has already. */
    people?: People
    /** The database with the migrations alone, on a PostgreSQL. */
    migrated?: string
  }
}

/**
 * Starts a PostgreSQL with one migrated database before the database tests, with two companies and their people; each file
 * gets a copy.
 */
export default async function setup(project: TestProject) {
  const cluster = await startSharedCluster()
  if (!cluster) {
    if (process.env.CI) throw new Error('No PostgreSQL 15 or newer at hand: CI needs one.')
    throw new Error('No PostgreSQL 15 or newer at hand: set DATABASE_URL or install postgresql.')
  }
  const template = `people_${randomUUID().replaceAll('-', '')}`
  try {
    const { database } = await postgresTemplate(cluster.url, 'migrated')
    const db = testDatabaseAt(await copyTemplate(cluster.url, database, template))
    project.provide('people', await makePeople(db))
    await db.end()
    project.provide('template', template)
    project.provide('migrated', database)
  } catch (error) {
    await cluster.stop()
    throw error
  }
  project.provide('postgres', cluster.url)
  return async () => {
    await asOwner(cluster.url, `drop database ${template} with (force)`)
    await cluster.stop()
  }
}
