import path from 'node:path'
import { z } from 'zod'

const flag = z
  .enum(['0', '1', 'true', 'false', ''])
  .default('')
  .transform((v) => v === '1' || v === 'true')
const optionalUrl = z.url({ error: 'is not a URL' }).optional()

/** The pages as Remix has built them. */
export const BUILD = path.resolve('build/server/index.js')

/** This value of KALAKAL_DATA_DIR keeps everything in memory, for tests. */
const MEMORY = 'memory://'
/** This value of KALAKAL_DATA_DIR keeps keys and files in the database of DATABASE_URL. */
export const NO_FOLDER = 'none'

/** Every setting of the server, read once; docs/deployment.md explains each. */
const schema = z
  .object({
    NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
    PORT: z.coerce.number({ error: 'is not a port' }).int().min(0).max(65535).default(3000),
    HOST: z.string().default('127.0.0.1'),
    APP_ORIGIN: optionalUrl.transform((url) => (url ? new URL(url).origin : undefined)),
    FIELD_ORIGIN: optionalUrl.transform((url) => (url ? new URL(url).origin : undefined)),
    KALAKAL_DATA_DIR: z
      .string()
      .default('.data')
      .transform((dir) => (dir === MEMORY ? null : dir === NO_FOLDER ? dir : path.resolve(dir))),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
      .optional(),
    SUPABASE_URL: optionalUrl,
    SUPABASE_PUBLISHABLE_KEY: z.string().min(20).optional(),
    SUPABASE_SECRET_KEY: z.string().min(20).optional(),
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
      .optional(),
    MAIL_FROM: z.string().default('Kalakal <no-reply@localhost>'),
    KALAKAL_SIGNING_KEYS: z.string().optional(),
    SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
    WEB_CONCURRENCY: z.coerce
      .number({ error: 'is not a number' })
      .int({ error: 'is not a whole number' })
      .min(1, 'must be 1 or more')
      .max(64, 'must be 64 or less')
      .default(1),
    KALAKAL_PUBLIC_API: flag,
    TRUST_PROXY: flag,
    SLOW_QUERY_MS: z.coerce.number({ error: 'is not a number' }).int().min(1).default(1000),
    DATABASE_SILENCE_MS: z.coerce
      .number({ error: 'is not a number' })
      .int()
      .min(1000)
      .default(300_000),
    DISK_RESERVE_MIB: z.coerce.number({ error: 'is not a number' }).int().min(0).default(256),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  })
  .superRefine((env, context) => {
    const issue = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (!isLoopback(env.HOST) && !env.APP_ORIGIN)
      issue(
        'APP_ORIGIN',
        'is needed when HOST is not this machine: the address that people type, such as https://kalakal.example.com',
      )
    if (env.FIELD_ORIGIN && !env.APP_ORIGIN)
      issue('FIELD_ORIGIN', 'needs APP_ORIGIN, the address of the office')
    if (env.FIELD_ORIGIN && env.FIELD_ORIGIN === env.APP_ORIGIN)
      issue('FIELD_ORIGIN', 'is the address of the office: leave it out')
    if (env.WEB_CONCURRENCY > 1 && !env.DATABASE_URL && !env.SUPABASE_URL)
      issue(
        'WEB_CONCURRENCY',
        'above 1 needs DATABASE_URL or SUPABASE_URL: the embedded database belongs to one process',
      )
    if (env.WEB_CONCURRENCY > 1 && env.NODE_ENV === 'development')
      issue('WEB_CONCURRENCY', 'above 1 is not for development')
    if (env.KALAKAL_DATA_DIR === NO_FOLDER && !env.SUPABASE_URL) {
      if (!env.DATABASE_URL)
        issue('DATABASE_URL', 'is needed with KALAKAL_DATA_DIR=none: it keeps keys and files')
      if (!env.SMTP_URL)
        issue('SMTP_URL', 'is needed with KALAKAL_DATA_DIR=none: mails have no outbox there')
    }
    if (env.SUPABASE_URL && env.KALAKAL_SIGNING_KEYS)
      issue('KALAKAL_SIGNING_KEYS', 'belongs to Supabase Auth where SUPABASE_URL is set')
    if (env.SUPABASE_URL && env.DATABASE_URL)
      issue('DATABASE_URL', 'and SUPABASE_URL exclude each other: choose one')
    if (env.SUPABASE_URL && !env.SUPABASE_PUBLISHABLE_KEY)
      issue('SUPABASE_PUBLISHABLE_KEY', 'is needed with SUPABASE_URL')
    if (env.SUPABASE_URL && !env.SUPABASE_SECRET_KEY)
      issue('SUPABASE_SECRET_KEY', 'is needed with SUPABASE_URL')
    if (env.SUPABASE_URL && !env.SESSION_SECRET)
      issue(
        'SESSION_SECRET',
        'is needed with SUPABASE_URL: 32 random characters or more, the same on every web server',
      )
  })

/** Returns true when a host name means this machine alone. */
export function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host)
}

export type Env = z.infer<typeof schema>

export class ConfigurationError extends Error {}

/**
 * Reads and checks the environment. Empty variables count as not set.
 *
 * @throws ConfigurationError naming each wrong variable and what it should be.
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const result = schema.safeParse(set)
  if (result.success) return result.data
  const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`)
  throw new ConfigurationError(`Wrong configuration:\n${lines.join('\n')}`)
}
