import type { Request, Response } from 'express'
import type { Logger } from 'pino'
import { loadIdentity, parseIdentity } from '../../app/platform/access/session.server.ts'
import { explain } from '../../app/platform/db/command.server.ts'
import type { FieldProblem } from '../../app/platform/field/answers.ts'
import type { Db, Identity } from '../../app/platform/request/context.ts'
import { problemOf } from '../../app/platform/request/errors.ts'
import type { Backend } from '../backend.ts'
import type { Calls } from '../calls.ts'
import type { Env } from '../env.ts'
import { browserOf } from '../http/browser-cookie.ts'
import { CookieStore, FIELD } from '../http/cookie-store.ts'
import { sendLate } from '../http/request-context.ts'
import { sessionClient } from '../http/session-client.ts'
import { requireOwnState } from '../own-state.ts'
import { withSource } from '../request-source.ts'
import { requestTimeout } from '../request-timeout.ts'
import { Unreachable } from '../unreachable.ts'

export interface Parts {
  backend: Backend
  log: Logger
  env: Env
}

/** The means of a call of the app for the field: the person's own client. */
export interface FieldSession {
  db: Db
  requestId: string
  /** The client's address, as far as the proxy in front is trusted to tell it. */
  address: string
  /** Hash of the cookie by which this phone is known again after a sign-in. */
  browserKey: string
  rememberBrowser(): void
  /** Returns the person of the session; null when it has ended. */
  identity(): Promise<Identity | null>
}

/** A refusal that the app shows. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly problem: FieldProblem,
  ) {
    super(problem.message)
  }
}

export const signInAgain = () =>
  new Refused(401, { message: problemOf(401).message, code: 'signed_out' })

/** Opens the session of the field's cookie, whose changes are sent with the response. */
export async function openSession(
  { backend: shared, log, env }: Parts,
  request: Request,
  response: Response,
): Promise<FieldSession> {
  const address = request.ip ?? null
  const { origin, requestId, calls } = response.locals as Record<string, string>
  const backend = { ...shared, fetch: withSource(shared.fetch, { external: false, address }) }
  const secret = backend.sessionSecret
  const cookies = await CookieStore.open(request.headers.cookie, origin!, secret, FIELD)
  sendLate(response, cookies)
  const watch = {
    calls: calls as unknown as Calls,
    log,
    requestId: requestId!,
    slowMs: env.SLOW_QUERY_MS,
  }
  const timeout = requestTimeout(request)
  const { db, later } = sessionClient({ backend, cookies, watch, timeout })
  return {
    db,
    requestId: requestId!,
    address: address ?? '',
    ...browserOf(cookies, origin!, response, 'phone'),
    async identity() {
      if (cookies.getAll().length === 0) return null
      const identity = await loadIdentity(db, (row) => {
        requireOwnState(row)
        return parseIdentity(row)
      }).catch((error: unknown) => {
        throw new Unreachable('The database does not respond.', { cause: error })
      })
      if (later.aborted) throw new Unreachable('The identity provider does not answer.')
      response.locals.userId = identity?.userId
      // A phone opens no membership of somebody who works at the office now.
      return identity && identity.memberships.length > 0 ? identity : null
    },
  }
}

/** Refuses whoever is signed out, and a company that is not open to the person on this phone. */
export async function requireCompany(session: FieldSession, project: string): Promise<void> {
  const identity = await session.identity()
  if (!identity) throw signInAgain()
  if (!identity.memberships.some(({ projectId }) => projectId === project))
    throw new Refused(403, { message: problemOf(403).message, code: 'not_allowed' })
}

type Functions = Parameters<Db['rpc']>[0]

/**
 * Calls a SQL function as the person.
 *
 * @throws Refused with the database's sentence, or 401 when the session has ended.
 */
export async function ask<T>(session: FieldSession, name: Functions, args: object): Promise<T> {
  const { data, error, status } = await session.db.rpc(name, args as never)
  if (!error) return data as T
  if ((error.code === '42501' || status === 401) && !(await session.identity())) throw signInAgain()
  const { status: said, ...problem } = explain(error)
  throw new Refused(said, problem)
}
