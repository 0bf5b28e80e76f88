import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  Router,
} from 'express'
import {
  type AttemptKind,
  beginAttempt,
  endAttempt,
  TOO_MANY,
} from '../../app/platform/access/sign-in-throttle.server.ts'
import { RETRY_SECONDS } from '../../app/platform/request/errors.ts'
import type { Backend } from '../backend.ts'
import { relay } from '../relay.ts'
import { perCall, withTimeout } from '../request-timeout.ts'
import { accountClient } from '../supabase.ts'
import { outside } from './outside.ts'

const OPEN = /^\/(auth|rest|storage)\/v1\//
/** Auth calls whose tries are counted, as they are on the web. */
const COUNTED: [pattern: RegExp, kind: AttemptKind][] = [
  [/^\/auth\/v1\/token\?(.*&)?grant_type=password(&|$)/, 'sign_in'],
  [/^\/auth\/v1\/(recover|resend|otp|magiclink)(\?|$)/, 'reset'],
]

/**
 * The embedded Supabase API for field apps, below /supabase (KALAKAL_PUBLIC_API=1): publishable key and
 * a person's token. The secret key and the administration of accounts are refused on this way.
 */
export function publicApi({ fetch: unhurried, ...rest }: Backend): Router {
  const backend = { ...rest, fetch: withTimeout(unhurried, perCall) }
  const api = Router()
  api.use((request, response, next) => {
    const carried = [request.headers.apikey, request.headers.authorization, request.url].join(' ')
    if (!OPEN.test(request.path) || request.path.includes('/admin')) response.sendStatus(404)
    else if (carried.includes(backend.secretKey) || carried.includes('sb_secret_'))
      response.status(403).json({ message: 'The secret key is not accepted here.' })
    else next()
  })
  const body = express.raw({ type: () => true, limit: '10kb' })
  api.post('/auth/v1/*', body, counted(backend))
  api.use((request, response, next) => {
    relay(outside(backend, request, response), request, response, request.url).catch(next)
  })
  api.use(unreachable)
  return api
}

/**
 * Answers a call that could not be made or was not answered in time: 503, in the format of the
 * API.
 */
const unreachable: ErrorRequestHandler = (error, _request, response, next) => {
  if (response.headersSent) next(error)
  else
    response
      .status(503)
      .setHeader('Retry-After', RETRY_SECONDS)
      .json({ code: '08006', message: 'The database does not answer.', details: null, hint: null })
}

/** Throttles what guesses passwords or has mails sent; hosted Supabase has limits of its own. */
function counted(backend: Backend): RequestHandler {
  return async (request, response, next) => {
    try {
      const api = outside(backend, request, response)
      const kind = COUNTED.find(([pattern]) => pattern.test(request.url))?.[1]
      const read = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const email = kind && emailIn(read)
      if (!kind || !email) return await relay(api, request, response, request.url, read)
      const client = accountClient(backend)
      const { attempt, waitSeconds } = await beginAttempt(client, kind, email, address(request))
      if (!attempt) {
        response.setHeader('Retry-After', waitSeconds)
        response
          .status(429)
          .json({ code: 429, error_code: 'over_request_rate_limit', msg: TOO_MANY })
        return
      }
      await relay(api, request, response, request.url, read)
      if (kind === 'sign_in' && response.statusCode === 200) await endAttempt(client, attempt)
    } catch (error) {
      next(error)
    }
  }
}

const address = (request: Request) => request.ip ?? ''

function emailIn(body: Buffer): string | null {
  try {
    const { email } = JSON.parse(body.toString('utf8')) as { email?: unknown }
    return typeof email === 'string' && email.length <= 320 ? email : null
  } catch {
    return null
  }
}
