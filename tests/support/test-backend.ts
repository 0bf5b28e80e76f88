import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import postgres from 'postgres'
import { inject } from 'vitest'
import {
  copyTemplate,
  fillMigrated,
  folderTemplate,
  postgresTemplate,
  type TemplateKind,
} from '../../scripts/verify/test-databases.ts'
import { type Backend, openBackend } from '../../server/backend.ts'
import { readEnv } from '../../server/env.ts'
import { asOwner } from '../../tools/cluster.ts'
import { startSharedCluster } from '../../tools/shared-cluster.ts'
import type { TestDatabase } from './database.ts'
import { startGateway } from './hosted/gateway.ts'
import { makeKeys } from './hosted/keys.ts'
import { type HostedProject, MIGRATED } from './hosted/project.ts'

export type Engine = 'pglite' | 'postgres'

/** A fresh backend on one engine, and a look at its tables as their owner afterwards. */
export interface TestBackend {
  backend: Backend
  /** The address of the PostgreSQL; null for the embedded database. */
  url: string | null
  /** Ends the backend and hands the bare database over. */
  inspect<T>(look: (sql: TestDatabase['sql']) => Promise<T>): Promise<T>
  drop(): Promise<void>
}

/**
 * Opens a backend on a copy of a template; null where the engine is not at hand (in CI that is a failure). In the suite
 * `hosted` it is a hosted project, whatever the engine.
 */
export async function openTestBackend(
  engine: Engine,
  kind: TemplateKind = 'migrated',
): Promise<TestBackend | null> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kalakal-test-'))
  const hosted = inject('hosted')
  if (hosted) return openHostedBackend(hosted, folder)
  const database = engine === 'postgres' ? await createDatabase(kind) : null
  if (engine === 'postgres' && !database) {
    if (process.env.CI) throw new Error('No PostgreSQL 15 or newer at hand: CI needs one.')
    return null
  }
  if (database?.files) cpSync(database.files, folder, { recursive: true })
  if (engine === 'pglite') await fillFolder(folder, kind)
  const env = readEnv({
    NODE_ENV: 'test',
    KALAKAL_DATA_DIR: folder,
    ...(database ? { DATABASE_URL: database.url } : {}),
  })
  const backend = await openBackend(env, { origin: 'http://localhost', as: 'tool' })
  let open = true
  const close = async () => {
    if (open) await backend.close()
    open = false
  }
  return {
    backend,
    url: database?.url ?? null,
    async inspect(look) {
      await close()
      if (database) {
        const driver = postgres(database.url, { max: 1, onnotice: () => {} })
        return look(
          async (text, params = []) => [...(await driver.unsafe(text, params as never[]))] as never,
        ).finally(() => driver.end())
      }
      const driver = await PGlite.create(path.join(folder, 'postgres'))
      return look(
        async (text, params = []) => (await driver.query(text, params)).rows as never,
      ).finally(() => driver.close())
    },
    async drop() {
      await close()
      await database?.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function openHostedBackend(
  { url: cluster, postgrest }: HostedProject,
  folder: string,
): Promise<TestBackend> {
  const name = `stage_${randomUUID().replaceAll('-', '')}`
  const url = await copyTemplate(cluster, MIGRATED, name)
  const keys = await makeKeys()
  const gateway = await startGateway({ database: url, postgrest, keys, folder })
  const env = readEnv({ NODE_ENV: 'test', ...gateway.env })
  const backend = await openBackend(env, { origin: 'http://localhost', as: 'tool' })
  return {
    backend,
    url,
    async inspect(look) {
      const driver = postgres(url, { max: 1, onnotice: () => {} })
      return look(
        async (text, params = []) => [...(await driver.unsafe(text, params as never[]))] as never,
      ).finally(() => driver.end())
    },
    async drop() {
      await gateway.stop()
      await asOwner(cluster, `drop database ${name} with (force)`)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A data folder of the embedded mode that begins with a template. */
async function fillFolder(folder: string, kind: TemplateKind): Promise<void> {
  if (kind !== 'migrated') return cpSync(await folderTemplate(kind), folder, { recursive: true })
  await fillMigrated(folder)
}

/** A database of a test's own on the PostgreSQL of the run: a copy of a template, with the files of its server. */
export async function createDatabase(
  kind: TemplateKind,
): Promise<{ url: string; files: string | null; drop(): Promise<void> } | null> {
  const cluster = await startSharedCluster()
  if (!cluster) return null
  const template = await postgresTemplate(cluster.url, kind)
  const name = `stage_${randomUUID().replaceAll('-', '')}`
  const url = await copyTemplate(cluster.url, template.database, name)
  return {
    url,
    files: kind === 'migrated' ? null : template.files,
    async drop() {
      await asOwner(cluster.url, `drop database ${name} with (force)`)
      await cluster.stop()
    },
  }
}
