import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { loadDemo } from '../../scripts/demo/load.ts'
import type { Backend } from '../../server/backend.ts'
import { openTestBackend, type TestBackend } from '../support/test-backend.ts'

/** The demo is loaded again after a file was refused, and has everything once. */
const engine = inject('postgres') === null ? 'pglite' : 'postgres'
let stage: TestBackend
let whole: TestBackend

beforeAll(async () => {
  stage = (await openTestBackend(engine))!
  whole = (await openTestBackend(engine, 'demo'))!
}, 300_000)
afterAll(async () => {
  await stage?.drop()
  await whole?.drop()
})

/** A backend that refuses the first upload into a bucket, and notes which uploads it saw. */
function refusing(backend: Backend, bucket: string, seen: string[]): Backend {
  return {
    ...backend,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const { pathname } = new URL(request.url)
      if (request.method === 'POST' && pathname.startsWith(`/storage/v1/object/${bucket}/`)) {
        seen.push(bucket)
        if (seen.length === 1)
          return Response.json({ statusCode: '503', message: 'No disk.' }, { status: 503 })
      }
      return backend.fetch(request)
    },
  }
}

/** Rows of each table of the product, and the files. */
const counts = ({ inspect }: TestBackend) =>
  inspect(async (sql) => {
    const tables = await sql<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       order by relname collate "C"`,
    )
    const found: Record<string, number> = {}
    for (const table of [...tables.map(({ name }) => `public.${name}`), 'storage.objects']) {
      const [row] = await sql<{ n: number }>(`select count(*)::int as n from ${table}`)
      found[table] = row!.n
    }
    return found
  })

describe('the demo', () => {
  it('goes on after a refused logo and a refused receipt, and doubles nothing', async () => {
    for (const bucket of ['logos', 'documents']) {
      const seen: string[] = []
      const load = loadDemo(refusing(stage.backend, bucket, seen), () => {})
      await expect(load).rejects.toThrow('No disk.')
      // It stops at the file, so that no document is without it.
      expect(seen).toEqual([bucket])
    }
    await loadDemo(stage.backend, () => {})
    expect(await counts(stage)).toEqual(await counts(whole))
  }, 600_000)
})
