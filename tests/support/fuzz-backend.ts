import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import postgres from 'postgres'
import { COMPANIES } from '../../scripts/demo/people.ts'
import { openBackend } from '../../server/backend.ts'
import { readEnv } from '../../server/env.ts'
import { ensureAccount, signInAs } from '../../tools/accounts.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { sendCommand } from '../../tools/send-command.ts'
import type { TestDatabase } from './database.ts'
import { copyOfDemo, type RunningServer, startServer } from './server.ts'
import { createDatabase } from './test-backend.ts'

type Sql = TestDatabase['sql']

/** The demo companies on one engine: a look at their tables as the owner, and a server while none looks. */
export interface FuzzBackend {
  /** Needs a stopped server: PGlite's folder belongs to one process. */
  asOwner<T>(look: (sql: Sql) => Promise<T>): Promise<T>
  serve(): Promise<RunningServer>
  drop(): Promise<void>
}

/** The demo companies as they were loaded. */
export async function openFuzzBackend(engine: 'pglite' | 'postgres'): Promise<FuzzBackend> {
  const database = engine === 'postgres' ? await createDatabase('demo') : null
  if (engine === 'postgres' && !database) throw new Error('No PostgreSQL 15 or newer at hand.')
  const folder = database ? mkdtempSync(path.join(tmpdir(), 'kalakal-fuzz-')) : copyOfDemo()
  if (database?.files) cpSync(database.files, folder, { recursive: true })
  const env: Record<string, string> = database ? { DATABASE_URL: database.url } : {}
  return {
    async asOwner(look) {
      if (!database) {
        const driver = await PGlite.create(path.join(folder, 'postgres'))
        return look(
          async (text, params = []) => (await driver.query(text, params)).rows as never,
        ).finally(() => driver.close())
      }
      const driver = postgres(database.url, { max: 1, onnotice: () => {} })
      return look(
        async (text, params = []) => [...(await driver.unsafe(text, params as never[]))] as never,
      ).finally(() => driver.end())
    },
    serve: () => startServer({ ...env, KALAKAL_PUBLIC_API: '1' }, folder),
    async drop() {
      await database?.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Outsider {
  email: string
  token: string
}

/**
 * Accounts that must see nothing: without a membership, deactivated, of a project that is removed. Each with a token of
 * a session from before, as the last two cannot sign in any more.
 */
export async function addOutsiders({ folder, origin }: RunningServer): Promise<Outsider[]> {
  const backend = await openBackend(readEnv({ NODE_ENV: 'test', KALAKAL_DATA_DIR: folder }), {
    origin,
    as: 'tool',
  })
  try {
    const admin = await signInAs(backend, { email: 'admin@demo.test', password: DEMO_PASSWORD })
    const account = async (login: string) => {
      const email = `${login}@outside.test`
      return { email, ...(await ensureAccount(backend, { email, password: DEMO_PASSWORD })) }
    }
    const member = async (login: string, project: string) => {
      const { id: user_id, email } = await account(login)
      const p_member = {
        user_id,
        email,
        display_name: login,
        role: 'special access 1',
        project_ids: [project],
      }
      await sendCommand(admin, 'provision_member', project, email, { p_member })
      return { user_id, email }
    }
    const gone = randomUUID()
    await sendCommand(admin, 'create_project', gone, 'gone', {
      p_details: { name: 'Gone Trading' },
    })
    const left = await member('left', gone)
    const sent = await member('sent-away', COMPANIES[0]!.id)
    const { email: stranger } = await account('stranger')
    const outsiders = await Promise.all(
      [stranger, left.email, sent.email].map(async (email) => {
        const db = await signInAs(backend, { email, password: DEMO_PASSWORD })
        const { data } = await db.auth.getSession()
        return { email, token: data.session!.access_token }
      }),
    )
    await sendCommand(admin, 'set_member_status', COMPANIES[0]!.id, 'sent away', {
      p_user: sent.user_id,
      p_status: 'inactive',
    })
    await sendCommand(admin, 'remove_project', gone, 'removed', { p_status: 'removed' })
    return outsiders
  } finally {
    await backend.close()
  }
}
