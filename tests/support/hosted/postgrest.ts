import { spawn } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../tools/cluster.ts'

/** A PostgREST of one database. */
export interface Postgrest {
  url: string
  /** A token as Supabase Auth gives it to a signed-in person; `more` are other claims. */
  token(user: string, more?: Record<string, unknown>): string
  stop(): Promise<void>
}

/** The longest that the first start may take; usually it is under a second. */
const START_SECONDS = 30

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
  const child = spawn(program, [], {
    stdio: ['ignore', 'ignore', 'pipe'],
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
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const ended = once(child, 'close')
  const stop = async () => {
    child.kill()
    await ended
  }
  const started = await Promise.race([
    ready(`http://127.0.0.1:${adminPort}/ready`).then(
      () => true,
      () => false,
    ),
    ended.then(() => false),
  ])
  if (!started) {
    await stop()
    // Another program took the port between its choice and the start.
    if (tries > 1 && said.includes('Address in use'))
      return startPostgrest(program, database, secret, tries - 1)
    throw new Error(`PostgREST did not start:\n${said}`)
  }
  return { url: `http://127.0.0.1:${port}`, token: (user, more) => sign(secret, user, more), stop }
}

async function ready(address: string): Promise<void> {
  for (let left = START_SECONDS * 20; left > 0; left--) {
    const answer = await fetch(address).catch(() => null)
    if (answer?.ok) return
    await sleep(50)
  }
  throw new Error('Not ready in time.')
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
