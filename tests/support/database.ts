import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { inject } from 'vitest'
import { copyTemplate } from '../../scripts/verify/test-databases.ts'
import { asOwner } from '../../tools/cluster.ts'
import type { TestDatabase } from './database-types.ts'
import { openHosted } from './hosted/database.ts'
import { CLAIMS, claims, testDatabaseAt, withRpc } from './test-database.ts'

export type { SqlError, TestDatabase } from './database-types.ts'

type Row = Record<string, unknown>

/** A fresh copy of the migrated template: hosted, on the PostgreSQL of this run, else PGlite in memory. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const hosted = inject('hosted')
  if (hosted) return openHosted(hosted)
  const server = inject('postgres')
  return server ? onPostgres(server) : onPglite()
}

/** A database of the migrations alone, on the PostgreSQL of this run: for tests that load companies of their own. */
export const openMigratedDatabase = () => onPostgres(inject('postgres')!, inject('migrated')!)

async function onPglite(): Promise<TestDatabase> {
  const template = new Blob([readFileSync(inject('template'))])
  const driver = await PGlite.create({ loadDataDir: template })
  const sql = async <T extends Row>(text: string, params: unknown[] = []) =>
    (await driver.query<T>(text, params)).rows
  return withRpc({
    engine: 'pglite',
    url: null,
    beforeCommit: null,
    sql,
    as: (user, text, params = []) =>
      driver.transaction(async (tx) => {
        await tx.query(CLAIMS, claims(user))
        return (await tx.query(text, params)).rows as never
      }),
    close: () => driver.close(),
  })
}

async function onPostgres(server: string, template = inject('template')): Promise<TestDatabase> {
  const name = `kalakal_${randomUUID().replaceAll('-', '')}`
  const base = testDatabaseAt(await copyTemplate(server, template, name))
  return Object.assign(base, {
    async close() {
      await base.end()
      await asOwner(server, `drop database ${name} with (force)`)
    },
  })
}
