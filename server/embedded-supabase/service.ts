import { App, SUPABASE_AUTH_HELPERS_SQL, setExperimental } from '@supabase/lite'
import { watchDisk } from '../disk.ts'
import { requireMoveEnded } from '../moved.ts'
import { LINK_SETTINGS } from './accounts/links.ts'
import { openPasswords } from './accounts/passwords.ts'
import { readSigningKeys, tokenBorder } from './accounts/signing-keys.ts'
import { readToken } from './accounts/token.ts'
import { admission } from './api/admission.ts'
import { answerWith } from './api/answer.ts'
import { requireRoom } from './api/disk-guard.ts'
import { readRequest } from './api/endpoints.ts'
import { moveBcrypt, readWarnings, requireInternals, setStorage } from './api/lite-internals.ts'
import { callsOfPeople } from './api/person-calls.ts'
import { quietly } from './api/quiet-library.ts'
import { MAX_ROWS } from './database/call.ts'
import { serveState } from './database/caller.ts'
import {
  changeRights,
  openDatabase,
  prepareDatabase,
  prepareRoles,
  requireDatabase,
} from './database/database.ts'
import { readProgram } from './database/program.ts'
import { freshenStatistics } from './database/statistics.ts'
import { bringUpToDate, inspectDatabase } from './database/upgrade.ts'
import { backUpForUpgrade } from './database/upgrade-backup.ts'
import { databaseStore } from './files/database-storage.ts'
import { FileStorage, folderStore } from './files/file-storage.ts'
import { openMailer } from './mail/mail.ts'
import type { AnswerCall, CallAnswer, ServiceOptions, WireRequest } from './protocol.ts'

export interface Service {
  /** Answers a request, also one that fails. @throws only the signal's reason, when nobody waits any more. */
  answer(request: WireRequest, signal: AbortSignal): Promise<Response>
  /** Answers a person's call on PostgreSQL, also one that fails. @throws as `answer`. */
  call: AnswerCall
  /** Waits for requests that are running and closes the database. */
  close(): Promise<void>
}

interface Listener {
  /** A step of an upgrade begins. */
  upgrade(step: string): void
  /** PGlite answers nothing any more; the service is to be opened anew. */
  lost(): void
}

/** A table that grew at once (an import) may be slow for this many milliseconds. */
const STATISTICS_MS = 15_000

/**
 * Opens the embedded Supabase over PGlite or PostgreSQL: the database with its missing migrations, and the API. It says nothing
 * about the thread that it runs on.
 *
 * @throws Error for the operator when the database cannot be opened or a migration fails.
 */
export function openService(options: ServiceOptions, listener: Listener): Promise<Service> {
  return quietly(() => open(options, listener))
}

async function open(options: ServiceOptions, { upgrade, lost }: Listener): Promise<Service> {
  const { folder, databaseUrl, diskReserveMiB } = options
  if (folder && !databaseUrl) await requireRoom(folder)
  const disk = folder ? await watchDisk(folder, diskReserveMiB) : null
  const database = await openDatabase(folder, databaseUrl, lost, disk)
  try {
    return await serve(options, database, disk, upgrade)
  } catch (error) {
    // A command line tool could not end while it is connected.
    await database.close().catch(() => {})
    throw error
  }
}

async function serve(
  options: ServiceOptions,
  database: Awaited<ReturnType<typeof openDatabase>>,
  disk: Awaited<ReturnType<typeof watchDisk>> | null,
  upgrade: Listener['upgrade'],
): Promise<Service> {
  const { folder, databaseUrl, diskReserveMiB } = options
  await requireDatabase(database.sql, options)
  if (databaseUrl) await requireMoveEnded(database.sql)
  await prepareRoles(database.sql)
  const program = readProgram(options.supabase)
  const found = await inspectDatabase(database.sql, program)
  if (found.kind === 'older' && folder && !databaseUrl) {
    upgrade('making a backup of the database')
    const backup = await backUpForUpgrade(database.sql, folder, diskReserveMiB)
    upgrade(`the backup ${backup} is made`)
  }
  const mailer = openMailer(options)
  const passwords = openPasswords()
  moveBcrypt(passwords)
  readWarnings()
  const app = new App({
    connection: database.connection,
    api: { schemas: ['public'], max_rows: MAX_ROWS },
    auth: {
      enabled: true,
      enable_signup: false,
      sessions: { timebox: '720h' },
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
  setExperimental('storage', true)
  setStorage(
    app,
    new FileStorage(
      options.filesInDatabase ? databaseStore(database.sql) : folderStore(options.folder),
    ),
  )
  await app.init()
  await app.ensureSystemSchema()
  await changeRights(database.sql, SUPABASE_AUTH_HELPERS_SQL)
  await prepareDatabase(database.sql)
  await bringUpToDate(database.sql, program, { begin: upgrade })
  serveState(program.declared.hash)
  const files = program.migrations.map(({ file }) => file)
  if (!options.databaseUrl) await freshenStatistics(database.sql)

  const { sql } = database
  const answer = answerWith({
    app,
    sql,
    memory: database.memory,
    mailer,
    passwords,
    options,
    files,
  })
  const admitted = admission(options, disk)
  const border = options.signingKeys
    ? tokenBorder(readSigningKeys(options.signingKeys), options.jwtSecret)
    : null
  const requested = async (sent: WireRequest, signal: AbortSignal) => {
    const headers = border ? border.inward(sent.headers) : sent.headers
    if (headers instanceof Response) return headers
    const request = readRequest({ ...sent, headers })
    if (request instanceof Response) return request
    const response = await admitted.request(request, signal, answer)
    return border ? border.outward(request.url, response) : response
  }

  const called = callsOfPeople({
    calls: database.calls,
    border,
    admitted,
    jwtSecret: options.jwtSecret,
  })

  const running = new Set<Promise<unknown>>()
  const run = (work: Promise<unknown>) => {
    const ended = work.then(
      () => {},
      () => {},
    )
    running.add(ended)
    void ended.then(() => running.delete(ended))
  }
  /** Does what was asked, without a word on the console; `failed` words what fails. */
  const answered = <T>(
    signal: AbortSignal,
    work: () => Promise<T>,
    failed: (error: object) => T,
  ): Promise<T> => {
    const done = quietly(work).catch((error: Error) => {
      if (signal.aborted) throw signal.reason
      return failed({ code: 'XX000', message: error.message, details: null, hint: null })
    })
    run(done)
    return done
  }
  // Statistics are updated between requests: there is one connection, and a running request may be
  // in a transaction.
  const freshen = () => {
    if (running.size === 0) run(freshenStatistics(database.sql))
  }
  const freshening = databaseUrl ? undefined : setInterval(freshen, STATISTICS_MS)

  return {
    answer: (request, signal) =>
      answered(
        signal,
        () => requested(request, signal),
        (error) => Response.json(error, { status: 500 }),
      ),
    call: (call, signal) =>
      answered<CallAnswer | null>(
        signal,
        () => called(call, signal),
        (error) => ({ status: 500, error: { ...error } }),
      ),
    async close() {
      clearInterval(freshening)
      await Promise.all(running)
      await passwords.close()
      await database.close()
    },
  }
}
