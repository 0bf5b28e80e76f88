import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { copyTemplate } from '../../../scripts/verify/test-databases.ts'
import { asOwner } from '../../../tools/cluster.ts'
import type { SqlError, TestDatabase } from '../database-types.ts'
import { startPostgrest } from './postgrest.ts'
import { type HostedProject, MIGRATED } from './project.ts'

/** An answer of the hosted API. */
interface ApiAnswer {
  status: number
  body: unknown
}

/** A copy of the hosted project: its owner is `postgres`, its functions are called through PostgREST. */
export interface HostedDatabase extends TestDatabase {
  /**
   * Asks PostgREST. Who: a user id, null for nobody, or a token.
   *
   * @param path Such as `products?select=id`.
   */
  api(who: string | null, method: string, path: string, body?: unknown): Promise<ApiAnswer>
  token(user: string, more?: Record<string, unknown>): string
}

/** Dates as text, as in the other databases of the tests. Who deletes rows of files here stands in for Storage. */
const OPTIONS = {
  connection: { 'storage.allow_delete_query': 'true' } as never,
  onnotice: () => {},
  types: { date: { to: 1082, from: [1082], serialize: String, parse: (value: string) => value } },
}

/** Opens a copy of the hosted project with a PostgREST of its own. */
export async function openHosted({
  url: server,
  postgrest,
}: HostedProject): Promise<HostedDatabase> {
  const name = `hosted_${randomUUID().replaceAll('-', '')}`
  const url = await copyTemplate(server, MIGRATED, name)
  const owner = postgres(url, { max: 20, ...OPTIONS })
  const people = postgres(url.replace('postgres@', 'authenticator@'), { max: 20, ...OPTIONS })
  const rest = await startPostgrest(postgrest, url)
  const api: HostedDatabase['api'] = async (who, method, path, body) => {
    const token = who?.includes('.') ? who : who && rest.token(who)
    const answer = await fetch(`${rest.url}/${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const text = await answer.text()
    return { status: answer.status, body: text ? JSON.parse(text) : null }
  }
  return {
    engine: 'postgres',
    url,
    beforeCommit: null,
    api,
    token: rest.token,
    sql: async (text, params = []) => [...(await owner.unsafe(text, params as never[]))] as never,
    as: (user, text, params = []) =>
      people.begin(async (tx) => {
        const role = user ? 'authenticated' : 'anon'
        await tx`select set_config('role', ${role}, true),
          set_config('request.jwt.claims', ${JSON.stringify({ sub: user, role })}, true)`
        return [...(await tx.unsafe(text, params as never[]))]
      }) as never,
    async rpc<T>(user: string | null, name: string, args: Record<string, unknown>) {
      const given = Object.entries(args).map(([key, value]) => [key, value ?? null])
      const { status, body } = await api(user, 'POST', `rpc/${name}`, Object.fromEntries(given))
      if (status < 300) return body as T
      const { code, message, hint, details } = body as Record<string, string>
      throw Object.assign(new Error(message), { code, hint, detail: details } as SqlError)
    },
    async close() {
      await rest.stop()
      await Promise.all([owner.end(), people.end()])
      await asOwner(server, `drop database ${name} with (force)`)
    },
  }
}
