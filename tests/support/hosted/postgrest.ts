import { createHmac, randomBytes } from 'node:crypto'
import { freePort } from '../../../tools/cluster.ts'
import { startChild } from './program.ts'

/** A PostgREST of one database. */
export interface Postgrest {
  url: string
  /** A token as Supabase Auth gives it to a signed-in person; `more` are other claims. */
  token(user: string, more?: Record<string, unknown>): string
  stop(): Promise<void>
}

/** The longest that the first start may take; usually it is under a second. */
const START_MS = 30_000

/**
 * Starts PostgREST as a hosted project does: as `authenticator`, on the schema `public`, 1,000 rows at most.
 *
 * @param secret What tokens are checked with: a text, or public keys as JSON. `token` signs with the text.
 */
export async function startPostgrest(
  program: string,
  database: string,
  secret = randomBytes(32).toString('hex'),
  tries = 3,
): Promise<Postgrest> {
  const [port, adminPort] = [await freePort(), await freePort()]
  const child = {
    name: 'PostgREST',
    command: [program] as [string],
    ready: `http://127.0.0.1:${adminPort}/ready`,
    env: {
      ...process.env,
      PGRST_DB_URI: database.replace('postgres@', 'authenticator@'),
      PGRST_DB_SCHEMAS: 'public',
      PGRST_DB_EXTRA_SEARCH_PATH: 'public,extensions',
      PGRST_DB_ANON_ROLE: 'anon',
      PGRST_DB_MAX_ROWS: '1000',
      PGRST_JWT_SECRET: secret,
      PGRST_SERVER_HOST: '127.0.0.1',
      PGRST_SERVER_PORT: String(port),
      PGRST_ADMIN_SERVER_PORT: String(adminPort),
    },
  }
  let stop: () => Promise<void>
  try {
    stop = await startChild(child, START_MS)
  } catch (error) {
    // Another program took the port between its choice and the start.
    if (tries > 1 && String(error).includes('Address in use'))
      return startPostgrest(program, database, secret, tries - 1)
    throw error
  }
  return { url: `http://127.0.0.1:${port}`, token: (user, more) => sign(secret, user, more), stop }
}

function sign(secret: string, user: string, more: Record<string, unknown> = {}): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    sub: user,
    role: 'authenticated',
    aud: 'authenticated',
    exp: now + 3600,
    ...more,
  }
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
