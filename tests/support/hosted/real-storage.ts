import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../../tools/cluster.ts'
import type { Service } from './auth.ts'
import { startProgram } from './program.ts'
import type { Project } from './real-auth.ts'

/** A command that starts Supabase Storage, where one is named: it takes the place of the stand-in. */
export const REAL_STORAGE = process.env.KALAKAL_STORAGE || null

/** Lets Storage make its tables, which it does at its start, before the first migration of the product. */
export async function migrateStorage(program: string, database: string): Promise<void> {
  await (await start(program, database, { keys: [] }, tmpdir())).stop()
}

/** Starts Supabase Storage over the tables of a project; files lie in the folder. */
export const startRealStorage = (program: string, { database, keys, folder }: Project) =>
  start(program, database, keys.jwks, path.join(folder, 'storage'))

async function start(
  program: string,
  database: string,
  jwks: object,
  files: string,
): Promise<Service> {
  const [port, adminPort] = [await freePort(), await freePort()]
  return startProgram({
    name: 'Supabase Storage',
    command: [program],
    cwd: path.dirname(program),
    url: `http://127.0.0.1:${port}`,
    health: '/status',
    prefix: '/storage/v1',
    env: {
      ...process.env,
      DATABASE_URL: database.replace('postgres@', 'supabase_storage_admin@'),
      DB_INSTALL_ROLES: 'false',
      AUTH_JWT_SECRET: randomBytes(32).toString('hex'),
      JWT_JWKS: JSON.stringify(jwks),
      STORAGE_BACKEND: 'file',
      STORAGE_FILE_BACKEND_PATH: files,
      STORAGE_S3_BUCKET: 'kalakal',
      UPLOAD_FILE_SIZE_LIMIT: String(5 * 1024 * 1024),
      SERVER_HOST: '127.0.0.1',
      SERVER_PORT: String(port),
      SERVER_ADMIN_PORT: String(adminPort),
      LOG_LEVEL: 'error',
    },
  })
}
