import postgres from 'postgres'
import type { TestDatabase } from './database-types.ts'

export const CLAIMS = `select set_config('role', $1, true), set_config('request.jwt.claim.sub', $2, true),
  set_config('request.jwt.claims', $3, true)`

export function claims(user: string | null): string[] {
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

export function withRpc(base: Omit<TestDatabase, 'rpc'>): TestDatabase {
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
