import { renameSync } from 'node:fs'
import path from 'node:path'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasPostgres, postgresServer } from '../support/server.ts'
import { connect } from '../support/warm-servers.ts'

const server = postgresServer()
let sql: Sql
beforeAll(() => {
  sql = connect(server)
})
afterAll(() => sql?.end())

const health = async () => {
  const response = await fetch(`${server.origin}/health`)
  return { code: response.status, ...(await response.json()) }
}
const WELL = { code: 200, status: 'ok', database: true, pending: 0, files: true }

/** `/health`, once it says this: a busy machine answers it late, and then it says so of its database. */
const says = async (wanted: object) => {
  await expect.poll(health, { timeout: 30_000 }).toMatchObject(wanted)
  return health()
}

describe.skipIf(!hasPostgres())('/health', () => {
  it('is 503 while a migration of this version is missing', async () => {
    await says({ ...WELL, backend: 'postgres' })
    const [row] = await sql`
      delete from supabase_migrations.schema_migrations
      where version = (select max(version) from supabase_migrations.schema_migrations)
      returning *`
    try {
      const lacking = await says({ ...WELL, code: 503, status: 'unavailable', pending: 1 })
      expect(lacking.latest).not.toBe(row!.version)
    } finally {
      await sql`insert into supabase_migrations.schema_migrations ${sql(row!)}`
    }
    await says({ ...WELL, latest: row!.version })
  })

  it('is 503 while the stored files are gone that the database names', async () => {
    const storage = path.join(server.folder, 'storage')
    renameSync(storage, `${storage}-away`)
    try {
      await says({
        ...WELL,
        code: 503,
        status: 'unavailable',
        files: false,
        reason: 'files_missing',
      })
    } finally {
      renameSync(`${storage}-away`, storage)
    }
    await says(WELL)
  })

  it('is 503 while the data folder takes no files', async () => {
    renameSync(server.folder, `${server.folder}-away`)
    try {
      const lacking = await says({ ...WELL, code: 503, status: 'unavailable', files: false })
      expect(lacking).not.toHaveProperty('freeMiB')
    } finally {
      renameSync(`${server.folder}-away`, server.folder)
    }
    await says({ ...WELL, freeMiB: expect.any(Number) })
  })
})
