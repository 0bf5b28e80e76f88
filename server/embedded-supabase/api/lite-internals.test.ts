import { readFileSync } from 'node:fs'
import { App } from '@supabase/lite'
import { createPgliteConnection } from '@supabase/lite/pglite'
import { createPostgresConnection } from '@supabase/lite/postgres'
import { createClient } from '@supabase/supabase-js'
import { expect, it } from 'vitest'
import ws from 'ws'
import {
  LIBRARIES,
  REQUEST_VARIABLES,
  readOwnSchemas,
  readWarnings,
  requireInternals,
} from './lite-internals.ts'

/** When this fails, read each patch of lite-internals.ts against the new version first. */
it.each(Object.entries(LIBRARIES))('knows the inside of %s %s', (library, version) => {
  const installed = JSON.parse(readFileSync(`node_modules/${library}/package.json`, 'utf8'))
  expect(installed.version).toBe(version)
})

it('finds what it changes on both drivers', async () => {
  const pglite = await createPgliteConnection({ url: 'memory://' })
  requireInternals('connection', pglite)
  requireInternals('pglite', pglite.driver)
  const app = new App({ connection: pglite } as ConstructorParameters<typeof App>[0])
  requireInternals('app', app)
  await pglite.close()

  const postgres = createPostgresConnection({ url: 'postgres://nobody@127.0.0.1:1/none' })
  requireInternals('connection', postgres)
  requireInternals('postgres', postgres.driver)
  const client = createClient('http://localhost', 'sb_publishable_of_this_test', {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: ws as never },
  })
  requireInternals('client', client)
})

it('finds the names that the library uses and does not tell', () => {
  const source = readFileSync('node_modules/@supabase/lite/dist/index.js', 'utf8')
  for (const name of [...Object.values(REQUEST_VARIABLES), '_storageAdapter'])
    expect(source).toContain(name)
})

it('says what is missing, of which version', () => {
  expect(() => requireInternals('pglite', { query() {}, parsers: {}, serializers: {} })).toThrow(
    /@electric-sql\/pglite .*\(0\.4\.5\): its pglite has no waitReady/,
  )
})

it('reads nothing of schemas that are not its own', async () => {
  const pglite = await createPgliteConnection({ url: 'memory://' })
  await pglite.driver.exec(`
    create schema other; create table public.goods (id int primary key);
    create view other.goods as select id from public.goods;
  `)
  readOwnSchemas(pglite)
  const read = (await pglite.introspect({ useCache: true })) as unknown as Record<string, unknown>
  const schemasOf = (part: string) =>
    (read[part] as { name: string; schema: string }[])
      .filter(({ name }) => name === 'goods' || name === 'id')
      .map(({ schema }) => schema)
  expect([schemasOf('tables'), schemasOf('columns'), schemasOf('views')]).toEqual([
    ['public'],
    ['public'],
    [],
  ])
  expect(await pglite.introspect({ useCache: true })).toBe(read)
  await pglite.close()
})

it('takes warnings that are errors', () => {
  const { emitWarning } = process
  const said: unknown[] = []
  // The library's own reads a text.
  process.emitWarning = ((warning: string) => {
    said.push(warning.includes('one') && warning)
  }) as typeof process.emitWarning
  try {
    readWarnings()
    process.emitWarning(new Error('one too many'))
    process.emitWarning('one more')
    expect(said).toEqual(['one too many', 'one more'])
  } finally {
    process.emitWarning = emitWarning
  }
})

it('takes no catalogue that could not be read for one without functions', async () => {
  // The library's answer when one of its queries fails, and its answer else.
  const answers: object[] = [
    { tables: [], views: [] },
    { tables: [], views: [], functions: [] },
  ]
  let reads = 0
  const connection = {
    introspect: async () => {
      reads += 1
      return answers.shift()!
    },
  }
  readOwnSchemas(connection)
  const [one, two] = await Promise.allSettled([connection.introspect(), connection.introspect()])
  expect(reads).toBe(1)
  expect(two).toEqual(one)
  const { reason } = one as { reason: { code: string; getResponse(): Response } }
  expect(reason.code).toBe('CONNECTION_LOST')
  const response = reason.getResponse()
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ code: '08006' })
  expect(await connection.introspect()).toEqual({ tables: [], views: [], functions: [] })
})
