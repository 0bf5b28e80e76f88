import type { AppLoadContext } from '@remix-run/node'
import type { AuthError } from '@supabase/supabase-js'
import type { Request, Response } from 'express'
import type { Logger } from 'pino'
import { activeProject } from '../../app/platform/access/guard.server.ts'
import { loadIdentity, parseIdentity } from '../../app/platform/access/session.server.ts'
import type { Db, Identity } from '../../app/platform/request/context.ts'
import { saysLater } from '../../app/platform/request/later.ts'
import type { Backend } from '../backend.ts'
import type { Calls, Watch } from '../calls.ts'
import type { Env } from '../env.ts'
import { mailsOf } from '../mails.ts'
import { requireOwnState } from '../own-state.ts'
import { pushKeyOf } from '../push/keys.ts'
import { readOnThread, writeOnThread } from '../read-on-thread.ts'
import { withSource } from '../request-source.ts'
import { inTime, type RequestTimeout, requestTimeout } from '../request-timeout.ts'
import { runOnThread } from '../run-on-thread.ts'
import { tokenClient } from '../supabase.ts'
import { Unreachable } from '../unreachable.ts'
import type { Contexts } from './begin-at-once.ts'
import { browserOf } from './browser-cookie.ts'
import { CookieStore } from './cookie-store.ts'
import { isDemo } from './demo-companies.ts'
import { disconnectSignal } from './external-client.ts'
import type { KnownIdentities } from './known-identities.ts'
import { bearerToken } from './origin.ts'
import { outboxAddress } from './outbox.ts'
import { sessionClient } from './session-client.ts'
import { systemState } from './system-state.ts'

/** Matches the routes that external clients call with a token (docs/field-api.md). */
const WITH_TOKEN = /^\/(api|logos)\//

const DEVICE_LENGTH = 300

interface Surroundings {
  backend: Backend
  log: Logger
  env: Env
  known: KnownIdentities
}

/** Builds what loaders and actions get, and has the session's changes sent with the response. */
export async function loadContexts(
  { backend: shared, log, env, known }: Surroundings,
  request: Request,
  response: Response,
): Promise<Contexts> {
  const address = request.ip ?? null
  const { origin, requestId, nonce } = response.locals as Record<string, string>
  const backend = { ...shared, fetch: withSource(shared.fetch, { external: false, address }) }
  const watch: Watch = {
    calls: response.locals.calls as Calls,
    log,
    requestId: requestId!,
    slowMs: env.SLOW_QUERY_MS,
  }
  const cookies = await CookieStore.open(request.headers.cookie, origin!, backend.sessionSecret)
  sendLate(response, cookies)
  const signedIn = cookies.getAll().length > 0
  // A command goes on when its sender has gone; a question to which nobody waits for the answer does not.
  const asks = request.method === 'GET' || request.method === 'HEAD'
  const timeout = requestTimeout(request, asks ? disconnectSignal(response) : undefined)
  const { db: cookieClient, later } = sessionClient({ backend, cookies, watch, timeout })
  const projectCookie = cookies.cookie('project')
  const browser = browserOf(cookies, origin!, response)
  const contextOf = (db: Db, identity: Identity | null): AppLoadContext => ({
    db,
    identity,
    projectCookie,
    requestId: requestId!,
    sent: request.method === 'POST',
    nonce: nonce!,
    backend: backend.kind,
    demo: isDemo(projectCookie, identity),
    origin: origin!,
    address: address ?? '',
    ...browser,
    device: (request.headers['user-agent'] ?? '').slice(0, DEVICE_LENGTH),
    outbox: outboxAddress(backend.outboxKey),
    mails: mailsOf(env, shared),
    pushKey: pushKeyOf(shared.sessionSecret).publicKey,
    readOnly: backend.kind === 'embedded' && backend.disk !== null && backend.disk.level() !== 'ok',
    systemState: () => systemState(shared, env),
    runOnThread,
    readOnThread,
    writeOnThread,
  })
  /** These values are for the log; screens use their guards. */
  const noted = (identity: Identity | null) => {
    response.locals.userId = identity?.userId
    response.locals.projectId = identity && activeProject({ projectCookie }, identity)?.projectId
  }
  if (!signedIn) {
    const caller = await byToken(backend, request, watch, timeout)
    noted(caller?.identity ?? null)
    const context = contextOf(caller?.db ?? cookieClient, caller?.identity ?? null)
    return { expected: null, verified: Promise.resolve(context) }
  }
  const sent = cookies.accessToken()
  const likely = asks && sent !== null ? known.expected(sent) : null
  const expected = likely && contextOf(cookieClient, likely)
  const parse = (row: unknown) => {
    requireOwnState(row)
    return sent === null ? parseIdentity(row) : known.read(sent, row, parseIdentity)
  }
  const limit = AbortSignal.any([timeout(), later])
  const verified = verify(cookieClient, sent, limit, parse).then((identity) => {
    noted(identity)
    return expected && identity === likely ? expected : contextOf(cookieClient, identity)
  })
  return { expected, verified }
}

/**
 * The person by the database's word, which asks for the token's signature, its session and the account in one question
 * (docs/decisions/0025-cost-of-a-request.md); the cookie alone proves nothing.
 */
async function verify(
  db: Db,
  token: string | null,
  limit: AbortSignal,
  parse: (row: unknown) => Identity,
): Promise<Identity | null> {
  try {
    if (token === null) {
      // Renews an old token.
      const session = await inTime(db.auth.getSession(), limit)
      limit.throwIfAborted()
      if (session.error) return refused(session.error)
    }
    const identity = await loadIdentity(db, parse)
    if (identity) return identity
    // Has the library put away a session that stands no longer.
    const { error } = await db.auth.getUser()
    return error ? refused(error) : null
  } catch (error) {
    throw new Unreachable('The database does not respond.', { cause: error })
  }
}

/** A field app's call: a person's own token instead of a cookie, for these addresses only. */
async function byToken(
  backend: Backend,
  { path, headers }: Request,
  watch: Watch,
  timeout: RequestTimeout,
): Promise<{ db: Db; identity: Identity } | null> {
  const token = WITH_TOKEN.test(path) ? bearerToken(headers) : null
  if (!token) return null
  const db = tokenClient(backend, token, watch, timeout)
  // The two questions run one after the other: for the database an invalid token would be a failure
  // of its own.
  const { error } = await db.auth.getUser(token)
  if (error) return refused(error)
  try {
    const identity = await loadIdentity(db, (row) => {
      requireOwnState(row)
      return parseIdentity(row)
    })
    return identity && { db, identity }
  } catch (error) {
    throw new Unreachable('The database does not respond.', { cause: error })
  }
}

function refused(error: AuthError): null {
  if (saysLater(error.status))
    throw new Unreachable('The identity provider does not answer.', { cause: error })
  return null
}

/** Session cookies and the default of not being stored are added when the response begins. */
export function sendLate(response: Response, cookies: CookieStore): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => Response
  response.writeHead = (...args: unknown[]) => {
    if (!response.headersSent) {
      for (const header of cookies.headers()) response.append('Set-Cookie', header)
      if (!response.hasHeader('Cache-Control'))
        response.setHeader('Cache-Control', 'private, no-store')
    }
    return writeHead(...args)
  }
}
