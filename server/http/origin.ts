import type { Request, RequestHandler } from 'express'
import { type Env, isLoopback } from '../env.ts'

/**
 * The app's own origin as this request sees it: the configured one, else that of a Host which is
 * this machine; null for any other Host.
 */
function originOf(request: Request, env: Pick<Env, 'APP_ORIGIN'>): string | null {
  if (env.APP_ORIGIN) return env.APP_ORIGIN
  const host = request.headers.host ?? ''
  return isLoopback(host.replace(/:\d+$/, '')) ? `http://${host}` : null
}

/**
 * Guards Remix, whose own cross-site check has gaps: every request but a plain read must come from the app's own pages.
 * It also refuses foreign Host names, so that no other site's name can be pointed here.
 */
export function originGuard(env: Pick<Env, 'APP_ORIGIN'>): RequestHandler {
  return (request, response, next) => {
    const own: string | null = response.locals.fieldOrigin ?? originOf(request, env)
    if (!own) {
      response.status(421).type('text').send('This server does not answer for that host name.')
      return
    }
    response.locals.origin = own
    const { origin } = request.headers
    const reads = request.method === 'GET' || request.method === 'HEAD'
    const sameSite = origin === undefined && request.headers['sec-fetch-site'] === 'same-origin'
    if (reads || origin === own || sameSite || carriesOwnToken(request)) next()
    else response.status(403).type('text').send('This request did not come from this site.')
  }
}

/**
 * A field app's call: forgery rides on what a browser sends by itself, and no browser sends a bearer
 * token by itself. With a cookie beside it the strict rule stays, and so it does outside /api/.
 */
function carriesOwnToken({ method, path, headers }: Request): boolean {
  if (method !== 'POST' || !path.startsWith('/api/') || headers.cookie !== undefined) return false
  return bearerToken(headers) !== null
}

/** The token of an `Authorization: Bearer` header. */
export function bearerToken({ authorization }: Request['headers']): string | null {
  return /^Bearer ([\w.~+/-]+=*)$/i.exec(authorization ?? '')?.[1] ?? null
}

/** Pages are read and forms are posted: Remix would run an action for any other method too. */
export function knownMethods(): RequestHandler {
  return (request, response, next) => {
    if (['GET', 'HEAD', 'POST'].includes(request.method)) next()
    else
      response.setHeader('Allow', 'GET, HEAD, POST').status(405).type('text').send('Not allowed.')
  }
}

/** Addresses whose forms carry files that need more room. */
interface LargerBodies {
  path: RegExp
  limit: number
}

/** Refuses bodies above the limit (in bytes) before reading them; forms always tell their length. */
export function bodyLimit(limit: number, larger: LargerBodies): RequestHandler {
  return (request, response, next) => {
    const most = larger.path.test(request.path) ? larger.limit : limit
    const length = request.headers['content-length']
    if (request.headers['transfer-encoding'] !== undefined)
      response.status(411).type('text').send('Send the length of the content.')
    else if (Number(length ?? 0) > most)
      response
        .status(413)
        .type('text')
        .send(
          `That is too large: ${most / 1024 / 1024} MiB at most in total. Nothing was saved. Go back and send less.`,
        )
    else next()
  }
}
