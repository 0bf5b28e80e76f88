import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../../tools/cluster.ts'
import { startSmtp } from '../smtp.ts'
import type { Service } from './auth.ts'
import type { SigningKeys } from './keys.ts'
import { startProgram } from './program.ts'

/** The program of Supabase Auth, where one is named: it takes the place of the stand-in. */
export const REAL_AUTH = process.env.KALAKAL_AUTH || null

/** Facts of the project that a real program works for. */
export interface Project {
  /** Address of the database as `postgres`. */
  database: string
  keys: SigningKeys
  /** Mails go into its outbox, stored files into `storage`. */
  folder: string
}

const TEMPLATES = { CONFIRMATION: 'confirmation', RECOVERY: 'recovery' }

/** Settings that every command of Auth asks for; docs/self-hosted-supabase.md lists those of a project. */
function settings(database: string): Record<string, string> {
  return {
    GOTRUE_DB_DRIVER: 'postgres',
    DATABASE_URL: `${database.replace('postgres@', 'supabase_auth_admin@')}?sslmode=disable`,
    API_EXTERNAL_URL: 'http://127.0.0.1',
    GOTRUE_SITE_URL: 'http://127.0.0.1',
    GOTRUE_JWT_SECRET: randomBytes(32).toString('hex'),
    GOTRUE_LOG_LEVEL: 'error',
  }
}

/** Lets Auth make its tables, before the first migration of the product. */
export async function migrateAuth(program: string, database: string): Promise<void> {
  await promisify(execFile)(program, ['migrate'], {
    env: { ...process.env, ...settings(database) },
    cwd: SOURCE,
  })
}

/** Auth finds its own migrations beside where it was built. */
const SOURCE = process.env.KALAKAL_AUTH_SOURCE

/** Starts Supabase Auth over the tables of a project, as docs/self-hosted-supabase.md sets it up. */
export async function startRealAuth(
  program: string,
  { database, keys, folder }: Project,
): Promise<Service> {
  const smtp = await startSmtp()
  const templates = await serveTemplates()
  const port = await freePort()
  const template = (name: string) => `${templates.url}/${name}.html`
  const subjectOf = (name: string) =>
    /<title>(.*?)<\/title>/.exec(readFileSync(`supabase/templates/${name}.html`, 'utf8'))![1]!
  const mails = Object.entries(TEMPLATES).flatMap(([kind, name]) => [
    [`GOTRUE_MAILER_TEMPLATES_${kind}`, template(name)],
    [`GOTRUE_MAILER_SUBJECTS_${kind}`, subjectOf(name)],
  ])
  const service = await startProgram({
    name: 'Supabase Auth',
    command: [program, 'serve'],
    cwd: SOURCE,
    url: `http://127.0.0.1:${port}`,
    health: '/health',
    prefix: '/auth/v1',
    env: {
      ...settings(database),
      ...Object.fromEntries(mails),
      GOTRUE_API_HOST: '127.0.0.1',
      PORT: String(port),
      GOTRUE_JWT_KEYS: JSON.stringify([keys.privateKey]),
      GOTRUE_JWT_EXP: '3600',
      GOTRUE_JWT_AUD: 'authenticated',
      GOTRUE_JWT_DEFAULT_GROUP_NAME: 'authenticated',
      GOTRUE_JWT_ADMIN_ROLES: 'service_role',
      GOTRUE_DISABLE_SIGNUP: 'true',
      GOTRUE_EXTERNAL_EMAIL_ENABLED: 'true',
      GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'false',
      GOTRUE_MFA_TOTP_ENROLL_ENABLED: 'false',
      GOTRUE_MFA_TOTP_VERIFY_ENABLED: 'false',
      GOTRUE_MAILER_AUTOCONFIRM: 'false',
      GOTRUE_PASSWORD_MIN_LENGTH: '12',
      GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: 'true',
      GOTRUE_MAILER_OTP_EXP: '86400',
      GOTRUE_MAILER_OTP_LENGTH: '10',
      GOTRUE_RATE_LIMIT_EMAIL_SENT: '300',
      GOTRUE_SMTP_MAX_FREQUENCY: '1s',
      GOTRUE_SMTP_HOST: '127.0.0.1',
      GOTRUE_SMTP_PORT: new URL(smtp.url).port,
      GOTRUE_SMTP_ADMIN_EMAIL: 'no-reply@localhost.test',
      GOTRUE_SESSIONS_TIMEBOX: '12h',
      GOTRUE_SESSIONS_INACTIVITY_TIMEOUT: '1h',
      GOTRUE_MAILER_NOTIFICATIONS_PASSWORD_CHANGED_ENABLED: 'true',
      GOTRUE_MAILER_TEMPLATES_PASSWORD_CHANGED_NOTIFICATION: template('password_changed'),
      GOTRUE_MAILER_SUBJECTS_PASSWORD_CHANGED_NOTIFICATION: subjectOf('password_changed'),
    },
  })
  const keeping = setInterval(() => keepMails(folder, smtp.mails), 20)
  return {
    fetch: service.fetch,
    async stop() {
      clearInterval(keeping)
      await service.stop()
      smtp.close()
      templates.close()
    },
  }
}

/** Serves the mails' texts, as the web server does. */
async function serveTemplates() {
  const server = http.createServer((request, response) => {
    response.end(readFileSync(path.join('supabase/templates', path.basename(request.url!))))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, close: () => server.close() }
}

/** Writes mails as the embedded server keeps them, as far as tests read them. */
function keepMails(folder: string, mails: string[]): void {
  for (const mail of mails.splice(0)) {
    const plain = mail
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    const header = (name: string) => new RegExp(`^${name}: (.*?)\r?$`, 'm').exec(plain)?.[1] ?? ''
    const outbox = path.join(folder, 'outbox')
    mkdirSync(outbox, { recursive: true })
    const [id, at] = [randomUUID(), new Date().toISOString()]
    writeFileSync(
      path.join(outbox, `${at.replaceAll(':', '')}-${id}.json`),
      JSON.stringify({
        id,
        at,
        to: header('To').replace(/[<>]/g, ''),
        subject: header('Subject'),
        text: plain.replaceAll('&amp;', '&').replaceAll('"', ' '),
      }),
    )
  }
}
