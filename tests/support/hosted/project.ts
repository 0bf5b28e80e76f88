import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { JWK } from 'jose'
import postgres from 'postgres'
import { startOwnCluster } from '../../../tools/cluster.ts'
import { SUPABASE_CLI } from '../../../tools/hosted-parts.mjs'
import { releasedFolder } from '../released.ts'
import { migrateAuth, REAL_AUTH } from './real-auth.ts'
import { migrateStorage, REAL_STORAGE } from './real-storage.ts'

/** Facts that the test files need of the hosted project of this run. */
export interface HostedProject {
  /** Address of the PostgreSQL as `postgres`, who is no superuser; without a database. */
  url: string
  /** Program of PostgREST. */
  postgrest: string
  /** Key that signs the tokens of signed-in demo people, in the suite `hosted-web`. */
  key?: JWK
}

/** The migrated database, which each file copies, and one of a new project. */
export const [MIGRATED, EMPTY] = ['hosted_migrated', 'hosted_empty']

/**
 * Starts a PostgreSQL with the roles, privileges and schemas of a hosted project and pushes the migrations with the
 * Supabase CLI, as docs/deployment.md says.
 */
export async function startHosted(): Promise<{ url: string; stop(): void }> {
  const cluster = await startOwnCluster({
    superuser: 'supabase_admin',
    settings: '-c fsync=off -c full_page_writes=off -c synchronous_commit=off',
    inMemory: true,
  })
  if (!cluster) throw new Error('No PostgreSQL 15 or newer at hand.')
  const url = cluster.url.replace('supabase_admin@', 'postgres@')
  try {
    const asSuperuser = (file: string) =>
      script(`${cluster.url}/postgres`, readFileSync(`tests/support/hosted/${file}.sql`, 'utf8'))
    await asSuperuser('conditions')
    if (REAL_AUTH) await migrateAuth(REAL_AUTH, `${url}/postgres`)
    else await asSuperuser('auth-tables')
    if (REAL_STORAGE) await migrateStorage(REAL_STORAGE, `${url}/postgres`)
    else await asSuperuser('storage-tables')
    await script(
      `${cluster.url}/postgres`,
      'grant all on all tables in schema auth to postgres; grant all on all sequences in schema auth to postgres',
    )
    await script(`${url}/template1`, `create database ${EMPTY} template postgres`)
    await supabase(await releasedFolder(), `${url}/postgres`, 'db', 'push', '--skip-vault')
    await script(`${url}/template1`, `alter database postgres rename to ${MIGRATED}`)
    await script(`${url}/template1`, 'create database postgres')
  } catch (error) {
    cluster.stop()
    throw error
  }
  return { url, stop: cluster.stop }
}

async function script(address: string, text: string): Promise<void> {
  const driver = postgres(address, { max: 1, onnotice: () => {} })
  await driver.unsafe(text).finally(() => driver.end())
}

/**
 * Runs the Supabase CLI on a database, as an operator would.
 *
 * @param folder The folder `supabase` of the program.
 */
export async function supabase(folder: string, address: string, ...command: string[]) {
  const args = [
    ...[SUPABASE_CLI, ...command, '--yes', '--workdir', path.dirname(path.resolve(folder))],
    ...['--db-url', `${address}?sslmode=disable`],
  ]
  return promisify(execFile)(process.execPath, args, {
    env: { ...process.env, SUPABASE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
    timeout: 120_000,
    maxBuffer: 16 * 1024 * 1024,
  })
}
