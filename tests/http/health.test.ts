import { renameSync } from 'node:fs'
import postgres from 'postgres'
import { afterAll, describe, expect, it } from 'vitest'
import { testServer, type WebServer } from '../support/server.ts'
import type { WarmServer } from '../support/warm-servers.ts'

/** On PostgreSQL, where another than the server may change the database; none where there is no PostgreSQL. */
const server = testServer() as WebServer & Partial<WarmServer>
const { demo, database } = server
const sql = demo ? postgres(`${demo.cluster}/${database}`, { max: 1, onnotice: () => {} }) : null
afterAll(() => sql?.end())

const health = async () => {
  const response = await fetch(`${server.origin}/health`)
  return { code: response.status, ...(await response.json()) }
}
const WELL = { code: 200, status: 'ok', database: true, pending: 0, files: true }

describe.skipIf(!sql)('/health', () => {
  it('is 503 while a migration of this version is missing', async () => {
    expect(await health()).toMatchObject({ ...WELL, backend: 'postgres' })
    const [row] = await sql!`
      delete from supabase_migrations.schema_migrations
      where version = (select max(version) from supabase_migrations.schema_migrations)
      returning *`
    const lacking = await health()
    expect(lacking).toMatchObject({ ...WELL, code: 503, status: 'unavailable', pending: 1 })
    expect(lacking.latest).not.toBe(row!.version)
    await sql!`insert into supabase_migrations.schema_migrations ${sql!(row!)}`
    expect(await health()).toMatchObject({ ...WELL, latest: row!.version })
  })

  it('is 503 while the data folder takes no files', async () => {
    renameSync(server.folder, `${server.folder}-away`)
    const lacking = await health()
    renameSync(`${server.folder}-away`, server.folder)
    expect(lacking).toMatchObject({ ...WELL, code: 503, status: 'unavailable', files: false })
    expect(lacking).not.toHaveProperty('freeMiB')
    expect(await health()).toMatchObject({ ...WELL, freeMiB: expect.any(Number) })
  })
})
