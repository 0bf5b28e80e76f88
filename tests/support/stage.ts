import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import postgres from 'postgres'
import { type Backend, openBackend } from '../../server/backend.ts'
import { readEnv } from '../../server/env.ts'
import { asOwner, type Cluster, startCluster } from './cluster.ts'
import type { TestDatabase } from './database.ts'

export type Engine = 'pglite' | 'postgres'

/** A fresh backend on one engine, and a look at its tables as their owner afterwards. */
export interface Stage {
  backend: Backend
  /** Of its PostgreSQL; null for the embedded database. */
  url: string | null
  /** Ends the backend and hands the bare database over. */
  inspect<T>(look: (sql: TestDatabase['sql']) => Promise<T>): Promise<T>
  drop(): Promise<void>
}

/** Opens a fresh backend; null where the engine is not at hand (in CI that is a failure). */
export async function openStage(engine: Engine): Promise<Stage | null> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kalakal-stage-'))
  const database = engine === 'postgres' ? await createDatabase() : null
  if (engine === 'postgres' && !database) {
    if (process.env.CI) throw new Error('No PostgreSQL 15 or newer at hand: CI needs one.')
    return null
  }
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

export async function createDatabase(): Promise<{ url: string; drop(): Promise<void> } | null> {
  const cluster: Cluster | null = await startCluster()
  if (!cluster) return null
  const name = `stage_${randomUUID().replaceAll('-', '')}`
  await asOwner(cluster.url, `create database ${name}`)
  return {
    url: `${cluster.url}/${name}`,
    async drop() {
      await asOwner(cluster.url, `drop database ${name} with (force)`)
      cluster.stop()
    },
  }
}
