import { setImmediate as nextTurn } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { App, SUPABASE_AUTH_HELPERS_SQL } from '@supabase/lite'
import { watchDisk } from '../disk.ts'
import { requireMoveEnded } from '../moved.ts'
import { admission } from './admission.ts'
import { answerWith } from './answer.ts'
import { openDatabase, prepareDatabase, prepareRoles, requireDatabase } from './database.ts'
import { databaseStore } from './database-storage.ts'
import { requireRoom } from './disk-guard.ts'
import { readRequest } from './endpoints.ts'
import { FileStorage, folderStore } from './file-storage.ts'
import { MAX_ROWS } from './function-calls.ts'
import { LINK_SETTINGS } from './links.ts'
import { moveBcrypt, requireInternals, setStorage } from './lite-internals.ts'
import { openMailer } from './mail.ts'
import { applyMigrations, pendingMigrations, readMigrations } from './migrations.ts'
import { openPasswords } from './passwords.ts'
import type { FromWorker, ToWorker, WireRequest, WorkerOptions } from './protocol.ts'
import { readSigningKeys, tokenBorder } from './signing-keys.ts'
import { beatEvery } from './silence.ts'
import { freshenStatistics } from './statistics.ts'
import { readToken } from './token.ts'
import { backUpForUpgrade } from './upgrade-backup.ts'

/**
 * The embedded Supabase in a thread of its own: PGlite computes on the thread that calls it, so a
 * long report here never stops pages from being served there.
 */
const options = workerData as WorkerOptions
const port = parentPort!
/** A table that grew at once (an import) may be slow for this many milliseconds. */
const STATISTICS_MS = 15_000
const say = (message: FromWorker, transfer: ArrayBuffer[] = []) =>
  port.postMessage(message, transfer)

// The library prints each failed statement with its parameters: business data does not belong in logs.
console.error = console.warn = console.log = console.info = () => {}

async function start() {
  // This thread ends, and is started again.
  const lost = () => process.exit(1)
  const { folder, databaseUrl, diskReserveMiB } = options
  if (folder && !databaseUrl) await requireRoom(folder)
  const disk = folder ? await watchDisk(folder, diskReserveMiB) : null
  const database = await openDatabase(folder, databaseUrl, lost, disk)
  await requireDatabase(database.sql, options)
  if (databaseUrl) await requireMoveEnded(database.sql)
  await prepareRoles(database.sql)
  const migrations = readMigrations(options.migrations)
  const { pending, empty } = await pendingMigrations(database.sql, migrations)
  const upgrades = pending.length > 0 && !empty
  if (upgrades && folder && !databaseUrl) {
    say({ kind: 'upgrade', step: 'making a backup of the database' })
    const backup = await backUpForUpgrade(database.sql, folder, diskReserveMiB)
    say({ kind: 'upgrade', step: `the backup ${backup} is made` })
  }
  const mailer = openMailer(options)
  const passwords = openPasswords()
  moveBcrypt(passwords)
  const app = new App({
    connection: database.connection,
    api: { schemas: ['public'], max_rows: MAX_ROWS },
    auth: {
      enabled: true,
      enable_signup: false,
      sessions: { timebox: '12h' },
      jwt_secret: options.jwtSecret,
      jwt_expiry: 3600,
      publishable_key: options.publishableKey,
      secret_key: options.secretKey,
      site_url: options.origin,
      minimum_password_length: 12,
      email: {
        enable_signup: false,
        enable_confirmations: true,
        max_frequency: '1s',
        ...LINK_SETTINGS,
      },
    },
    storage: { enabled: true, file_size_limit: '5MiB' },
    options: {
      server: {
        admin: false,
        disableStudio: true,
        middlewares: [readToken(options.jwtSecret)],
      },
      drivers: { email: mailer.driver },
    },
  } as ConstructorParameters<typeof App>[0])
  requireInternals('app', app)
  setStorage(
    app,
    new FileStorage(
      options.filesInDatabase ? databaseStore(database.sql) : folderStore(options.folder),
    ),
  )
  await app.init()
  await app.ensureSystemSchema()
  await database.sql.script(SUPABASE_AUTH_HELPERS_SQL)
  await prepareDatabase(database.sql)
  await applyMigrations(database.sql, pending, {
    begin: (file, place, all) => {
      if (upgrades)
        say({ kind: 'upgrade', step: `applying migration ${file} (${place} of ${all})` })
    },
  })
  const files = migrations.map(({ file }) => file)
  if (!options.databaseUrl) await freshenStatistics(database.sql)

  const answer = answerWith({ app, ...database, mailer, passwords, options, files })
  const admitted = admission(options, disk, answer)
  const border = options.signingKeys
    ? tokenBorder(readSigningKeys(options.signingKeys), options.jwtSecret)
    : null
  const answered = async (sent: WireRequest, signal: AbortSignal) => {
    const headers = border ? border.inward(sent.headers) : sent.headers
    if (headers instanceof Response) return headers
    const request = readRequest({ ...sent, headers })
    if (request instanceof Response) return request
    const response = await admitted(request, signal)
    return border ? border.outward(request.url, response) : response
  }
  const running = new Set<Promise<void>>()
  /** Requests that somebody waits for. */
  const waiting = new Map<number, AbortController>()
  // Statistics are updated between requests: there is one connection, and a running request may be
  // in a transaction.
  const freshen = () => {
    if (running.size > 0) return
    const work = freshenStatistics(database.sql)
      .then(
        () => {},
        () => {},
      )
      .finally(() => running.delete(work))
    running.add(work)
  }
  const freshening = options.databaseUrl ? undefined : setInterval(freshen, STATISTICS_MS)
  // No statement has a time limit here, and a timer waits while one is computed.
  const beating = setInterval(() => say({ kind: 'beat' }), beatEvery(options.silenceMs))
  port.on('message', async (message: ToWorker) => {
    if (message.kind === 'abandoned') {
      waiting.get(message.id)?.abort(new Error('Nobody waits for the answer.'))
      return
    }
    if (message.kind === 'close') {
      clearInterval(freshening)
      await Promise.all(running)
      await passwords.close()
      await database.close()
      clearInterval(beating)
      port.close()
      return
    }
    waiting.set(message.request.id, new AbortController())
    const work = respond(message.request).finally(() => running.delete(work))
    running.add(work)
  })

  async function respond(request: WireRequest): Promise<void> {
    const { id } = request
    // After a long statement many messages may have arrived, also cancellations: all of them are
    // read first.
    await nextTurn()
    const { signal } = waiting.get(id)!
    try {
      signal.throwIfAborted()
      const response = await answered(request, signal)
      const body = await response.arrayBuffer()
      say(
        {
          kind: 'response',
          response: { id, status: response.status, headers: [...response.headers], body },
        },
        [body],
      )
    } catch (error) {
      if (signal.aborted) return
      const body = new TextEncoder().encode(
        JSON.stringify({
          code: 'XX000',
          message: (error as Error).message,
          details: null,
          hint: null,
        }),
      ).buffer as ArrayBuffer
      say(
        {
          kind: 'response',
          response: { id, status: 500, headers: [['content-type', 'application/json']], body },
        },
        [body],
      )
    } finally {
      waiting.delete(id)
    }
  }
  say({ kind: 'ready' })
}

start().catch((error: Error) => {
  say({ kind: 'failed', message: error.message })
  process.exitCode = 1
})
