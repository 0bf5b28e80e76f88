import { type ErrorRequestHandler, type Response as Reply, type Request, Router } from 'express'
import {
  type AttemptKind,
  beginAttempt,
  endAttempt,
  TOO_MANY,
} from '../../app/platform/access/sign-in-throttle.server.ts'
import { RETRY_SECONDS } from '../../app/platform/request/errors.ts'
import type { Backend } from '../backend.ts'
import { type Call, readAddress, readJson } from '../embedded-supabase/api/endpoints.ts'
import { relay } from '../relay.ts'
import { perCall, withTimeout } from '../request-timeout.ts'
import { accountClient } from '../supabase.ts'
import { closeAfter, RefusedBody, readBody } from './body.ts'
import { forExternalClient } from './external-client.ts'

/** Returns true when the headers announce a body. */
const hasBody = ({ headers }: Request) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * The embedded Supabase API for field apps, below /supabase (KALAKAL_PUBLIC_API=1): publishable key and
 * a person's token. The secret key and the administration of accounts are refused on this way. A request is looked at
 * in this order: its address, which is decoded here once, its key, the size of its body, how often it was tried.
 */
export function publicApi({ fetch: unhurried, ...rest }: Backend): Router {
  const backend = { ...rest, fetch: withTimeout(unhurried, perCall) }
  const api = Router()
  api.use((request, response, next) => {
    response.setHeader('Cache-Control', 'private, no-store')
    answer(backend, request, response).catch(next)
  })
  api.use(failed)
  return api
}

async function answer(backend: Backend, request: Request, response: Reply): Promise<void> {
  const call = readAddress(request.method, request.url)
  if (call instanceof Response) return refuse(request, response, call)
  if (!call.endpoint.open) return refuse(request, response, message(404, 'Nothing is here.'))
  const refused = refusedKey(backend, request)
  if (refused) return refuse(request, response, refused)

  const body = hasBody(request) ? await readBody(request, call.endpoint.limit) : Buffer.alloc(0)
  const api = forExternalClient(backend, request, response)
  if (!call.endpoint.counts) return relay(api, request, response, call.address, body)
  await counted(backend, call, call.endpoint.counts, request, response, body)
}

/** Returns the refusal of a request that has not the publishable key, or has the secret one. */
function refusedKey(backend: Backend, { headers, query }: Request): Response | null {
  const key = headers.apikey ?? query.apikey
  const carried = [key, query.apikey, headers.authorization].join(' ')
  if (carried.includes(backend.secretKey) || carried.includes('sb_secret_'))
    return message(403, 'The secret key is not accepted here.')
  return key === backend.publishableKey ? null : message(401, 'Invalid API key')
}

/** Counts what guesses passwords or has mails sent; hosted Supabase has limits of its own. */
async function counted(
  backend: Backend,
  call: Call,
  kind: AttemptKind,
  request: Request,
  response: Reply,
  body: Buffer,
): Promise<void> {
  const json = readJson(call, body)
  if (json instanceof Response) return refuse(request, response, json)
  const { email } = (json ?? {}) as { email?: string }
  if (email === undefined) return refuse(request, response, message(400, 'An e-mail is needed.'))
  const client = accountClient(backend)
  const { attempt, waitSeconds } = await beginAttempt(client, kind, email, {
    address: request.ip ?? '',
    browserKey: null,
  })
  if (!attempt) {
    response.setHeader('Retry-After', waitSeconds)
    response.status(429).json({ code: 429, error_code: 'over_request_rate_limit', msg: TOO_MANY })
    return
  }
  const api = forExternalClient(backend, request, response)
  await relay(api, request, response, call.address, body)
  if (kind === 'sign_in' && response.statusCode === 200) await endAttempt(client, attempt)
}

async function refuse(request: Request, response: Reply, refusal: Response): Promise<void> {
  if (hasBody(request)) closeAfter(request, response)
  response
    .status(refusal.status)
    .type('json')
    .send(await refusal.text())
}

const message = (status: number, text: string) => Response.json({ message: text }, { status })

/** Answers a body that was refused, and a call that could not be made or was not answered in time. */
const failed: ErrorRequestHandler = (error, request, response, next) => {
  if (response.headersSent) return next(error)
  if (error instanceof RefusedBody)
    return void refuse(request, response, message(error.status, error.message))
  response
    .status(503)
    .setHeader('Retry-After', RETRY_SECONDS)
    .json({ code: '08006', message: 'The database does not respond.', details: null, hint: null })
}
