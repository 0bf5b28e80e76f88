import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import postgres from 'postgres'
import { inject } from 'vitest'
import { copyTemplate } from '../../scripts/verify/test-databases.ts'
import { asOwner } from '../../tools/cluster.ts'
import type { TestDatabase } from './database-types.ts'
import { openHosted } from './hosted/database.ts'

export type { SqlError, TestDatabase } from './database-types.ts'

type Row = Record<string, unknown>

/** A fresh copy of the migrated template: hosted, on the PostgreSQL of this run, else PGlite in memory. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const hosted = inject('hosted')
  if (hosted) return openHosted(hosted)
  const server = inject('postgres')
  return server ? onPostgres(server) : onPglite()
}

const CLAIMS = `select set_config('role', $1, true), set_config('request.jwt.claim.sub', $2, true),
  set_config('request.jwt.claims', $3, true)`

function claims(user: string | null): string[] {
  const role = user ? 'authenticated' : 'anon'
  return [role, user ?? '', JSON.stringify({ sub: user, role })]
}

/** Type of each argument of each function, as the catalogue says: `name.argument` → type. */
async function argumentTypes(sql: TestDatabase['sql']): Promise<Map<string, string>> {
  const found = await sql<{ key: string; type: string }>(
    `select f.proname || '.' || a.name as key, format_type(a.type, null) as type
     from pg_proc f cross join lateral unnest(f.proargnames[1:f.pronargs], f.proargtypes::oid[]) as a (name, type)
     where f.pronamespace = 'public'::regnamespace`,
  )
  return new Map(found.map(({ key, type }) => [key, type]))
}

function withRpc(base: Omit<TestDatabase, 'rpc'>): TestDatabase {
  let types: Promise<Map<string, string>> | undefined
  return Object.assign(base, {
    async rpc<T>(user: string | null, name: string, args: Record<string, unknown>) {
      types ??= argumentTypes(base.sql)
      const known = await types
      const entries = Object.entries(args)
      const list = entries.map(
        ([key], i) => `${key} => $${i + 1}::text::${known.get(`${name}.${key}`) ?? 'text'}`,
      )
      const [first] = await base.as(
        user,
        `select * from public.${name}(${list.join(', ')}) as value`,
        entries.map(([, value]) =>
          value === null || value === undefined
            ? null
            : typeof value === 'object'
              ? JSON.stringify(value)
              : String(value),
        ),
      )
      return first?.value as T
    },
  })
}

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

async function onPostgres(server: string): Promise<TestDatabase> {
  const name = `kalakal_${randomUUID().replaceAll('-', '')}`
  const base = testDatabaseAt(await copyTemplate(server, inject('template'), name))
  return Object.assign(base, {
    async close() {
      await base.end()
      await asOwner(server, `drop database ${name} with (force)`)
    },
  })
}

/** A database of a PostgreSQL that is there already, such as that of a web server; `close` only ends the connections. */
export function testDatabaseAt(url: string): TestDatabase & { end(): Promise<void> } {
  const driver = postgres(url, {
    max: 60,
    onnotice: () => {},
    // Dates and big numbers as text, so that the same assertions hold on both engines.
    types: { date: { to: 1082, from: [1082], serialize: String, parse: (value: string) => value } },
  })
  const run = async (
    client: postgres.Sql | postgres.TransactionSql,
    text: string,
    params: unknown[],
  ) => [...(await client.unsafe(text, params as never[]))] as never
  const end = () => driver.end()
  const base = withRpc({
    engine: 'postgres',
    url,
    beforeCommit: null,
    sql: (text, params = []) => run(driver, text, params),
    as(user, text, params = []) {
      const { beforeCommit } = this
      this.beforeCommit = null
      return driver.begin(async (tx) => {
        await tx.unsafe(CLAIMS, claims(user))
        const rows = await run(tx, text, params)
        await beforeCommit?.()
        return rows
      }) as never
    },
    close: end,
  })
  return Object.assign(base, { end })
}
