import path from 'node:path'
import type { BackendName as BackendKind } from '../app/platform/request/context.ts'
import { listens, socketFetch, socketIn } from './api-socket.ts'
import { openSecrets, outboxKey, type Secrets } from './data-folder.ts'
import { type Disk, watchDisk } from './disk.ts'
import { readSigningKeys, secretOf } from './embedded-supabase/accounts/signing-keys.ts'
import { startEmbedded } from './embedded-supabase/client.ts'
import { openSharedSecrets } from './embedded-supabase/database/server-tables.ts'
import type { AnswerCall } from './embedded-supabase/protocol.ts'
import { type Env, isLoopback, NO_FOLDER } from './env.ts'
import { takeFolder } from './folder-lock.ts'

/** The Supabase that this process talks to; nothing past this module knows which of the three it is. */
export interface Backend {
  kind: BackendKind
  url: string
  publishableKey: string
  secretKey: string
  sessionSecret: string
  /** Supabase-js gets this as `global.fetch`. */
  fetch: typeof fetch
  /** Answers a person's call of a SQL function in this process; undefined where it has to be a request. */
  call?: AnswerCall | undefined
  /** Data folder of the embedded modes; null with SUPABASE_URL, or in memory. */
  folder: string | null
  /**
   * Key of the page that shows the mails which the folder keeps, as no SMTP server is named. Null where there is no such
   * page: also wherever others than this machine may come.
   */
  outboxKey: string | null
  /** The disk of the data folder; null where the database has none of ours. */
  disk: Disk | null
  close(): Promise<void>
}

interface Options {
  /** Origin that mails link to. */
  origin: string
  /** The server takes the folder for itself; a command line tool joins a running server if there is one. */
  as: 'server' | 'tool'
}

const SUPABASE = path.resolve('supabase')

/**
 * Opens the backend that the environment names: `SUPABASE_URL`, else the embedded API over
 * `DATABASE_URL`, else over PGlite in the data folder.
 *
 * @throws ConfigurationError when another process holds the data folder.
 */
export async function openBackend(env: Env, { origin, as }: Options): Promise<Backend> {
  if (env.SUPABASE_URL)
    return {
      kind: 'supabase',
      url: env.SUPABASE_URL,
      publishableKey: env.SUPABASE_PUBLISHABLE_KEY!,
      secretKey: env.SUPABASE_SECRET_KEY!,
      sessionSecret: env.SESSION_SECRET!,
      fetch,
      folder: null,
      outboxKey: null,
      disk: null,
      close: async () => {},
    }

  const folder = env.KALAKAL_DATA_DIR === NO_FOLDER ? null : env.KALAKAL_DATA_DIR
  const shares = env.KALAKAL_DATA_DIR === NO_FOLDER
  const given = keysOfEnvironment(env)
  const secrets = shares
    ? await openSharedSecrets(env.DATABASE_URL!, given)
    : await openSecrets(folder)
  const common = {
    kind: env.DATABASE_URL ? ('postgres' as const) : ('embedded' as const),
    // Never dialled: requests go to the worker. The host only names the API in URLs it makes.
    url: 'http://embedded.localhost',
    publishableKey: env.SUPABASE_PUBLISHABLE_KEY ?? secrets.publishableKey,
    secretKey: env.SUPABASE_SECRET_KEY ?? secrets.secretKey,
    sessionSecret: env.SESSION_SECRET ?? secrets.sessionSecret,
    folder,
    outboxKey: folder && !env.SMTP_URL && isPrivate(env, origin) ? outboxKey(secrets) : null,
    disk: as === 'server' && folder ? await watchDisk(folder, env.DISK_RESERVE_MIB) : null,
  }
  const socket = as === 'tool' && folder ? socketIn(folder) : null
  if (socket && (await listens(socket)))
    return { ...common, fetch: socketFetch(socket), close: async () => {} }

  // PostgreSQL serves many processes at once; PGlite's folder belongs to one.
  const unlock = env.DATABASE_URL || !folder ? () => {} : await takeFolder(folder)
  try {
    const embedded = await startEmbedded({
      folder,
      filesInDatabase: shares,
      databaseUrl: env.DATABASE_URL ?? null,
      supabase: SUPABASE,
      jwtSecret: env.KALAKAL_SIGNING_KEYS
        ? secretOf(readSigningKeys(env.KALAKAL_SIGNING_KEYS), 'library')
        : secrets.jwtSecret,
      signingKeys: env.KALAKAL_SIGNING_KEYS ?? null,
      publishableKey: common.publishableKey,
      secretKey: common.secretKey,
      origin,
      smtpUrl: env.SMTP_URL ?? null,
      mailFrom: env.MAIL_FROM,
      silenceMs: env.DATABASE_SILENCE_MS,
      diskReserveMiB: env.DISK_RESERVE_MIB,
    })
    return {
      ...common,
      fetch: embedded.fetch,
      call: embedded.call,
      close: async () => {
        await embedded.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Returns the keys of a server that has all of them from its environment, so that the database keeps none; else null. */
function keysOfEnvironment(env: Env): Secrets | null {
  const {
    KALAKAL_SIGNING_KEYS: signing,
    SUPABASE_PUBLISHABLE_KEY: publishableKey,
    SUPABASE_SECRET_KEY: secretKey,
    SESSION_SECRET: sessionSecret,
  } = env
  if (!signing || !publishableKey || !secretKey || !sessionSecret) return null
  const jwtSecret = secretOf(readSigningKeys(signing), 'library')
  return { jwtSecret, publishableKey, secretKey, sessionSecret }
}

/** Tells that people reach the server from this machine alone, without a proxy in between. */
function isPrivate({ TRUST_PROXY }: Env, origin: string): boolean {
  return !TRUST_PROXY && isLoopback(new URL(origin).hostname)
}
