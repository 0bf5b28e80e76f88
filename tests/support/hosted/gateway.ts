import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { openApiSocket } from '../../../server/api-socket.ts'
import { openSecrets } from '../../../server/data-folder.ts'
import { openMailer } from '../../../server/embedded-supabase/mail/mail.ts'
import type { ServiceOptions } from '../../../server/embedded-supabase/protocol.ts'
import { relay } from '../../../server/relay.ts'
import { openAuth, type Service } from './auth.ts'
import type { SigningKeys } from './keys.ts'
import { startPostgrest } from './postgrest.ts'
import { REAL_AUTH, startRealAuth } from './real-auth.ts'
import { REAL_STORAGE, startRealStorage } from './real-storage.ts'
import { openStorage } from './storage.ts'

/** The API of a hosted project: one address before PostgREST, Auth and Storage. */
export interface Gateway {
  url: string
  fetch: typeof fetch
  /** Settings with which the web server uses it. */
  env: Record<string, string>
  /** Begins again on the same database, of which another copy stands in its place. */
  restart(): Promise<void>
  stop(): Promise<void>
}

interface Options {
  /** Address of the database as `postgres`. */
  database: string
  /** The program of PostgREST. */
  postgrest: string
  keys: SigningKeys
  /** Is told of each request to PostgREST and its answer. */
  seen?(request: Request, answer: Response): Promise<void>
  /** The folder that the tests look into: mails, files, keys, and the socket of the API. */
  folder: string
}

/** Longest that a key of the project itself is good for, in seconds. */
const YEAR = 365 * 86_400
const RENEW = '/kalakal-tests/renew'

/** Starts the services of a hosted project over a database, and the gateway before them. */
export async function startGateway(options: Options): Promise<Gateway> {
  const { database, postgrest, keys, folder, seen } = options
  const secrets = await openSecrets(folder)
  const mailer = openMailer({
    // Tests take path and query of a mail's link.
    origin: 'http://127.0.0.1',
    folder,
    smtpUrl: null,
    mailFrom: '',
    supabase: path.resolve('supabase'),
  } as ServiceOptions)
  const send: Parameters<typeof openAuth>[0]['send'] = (kind, to, token) =>
    void mailer.send(kind, to, token)
  const startRest = () => startPostgrest(postgrest, database, JSON.stringify(keys.jwks))
  let rest = await startRest()
  const services: Record<string, Service> = {
    auth: REAL_AUTH
      ? await startRealAuth(REAL_AUTH, { database, keys, folder })
      : openAuth({ database, keys, send }),
    storage: REAL_STORAGE
      ? await startRealStorage(REAL_STORAGE, { database, keys, folder })
      : openStorage(database, folder, keys),
    rest: {
      async fetch(request) {
        const answer = await toPostgrest(rest.url, request)
        await seen?.(request, answer.clone())
        return answer
      },
      stop: () => rest.stop(),
    },
  }
  /** Tokens that stand for the keys of the project. */
  const tokens = {
    [secrets.publishableKey]: await keys.sign({ role: 'anon' }, YEAR),
    [secrets.secretKey]: await keys.sign({ role: 'service_role' }, YEAR),
  }
  const restart = async () => {
    await rest.stop()
    rest = await startRest()
  }

  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (pathname === RENEW) {
      await restart()
      return new Response(null, { status: 204 })
    }
    const service = services[/^\/(auth|rest|storage)\/v1\//.exec(pathname)?.[1] ?? '']
    if (!service)
      return Response.json({ message: 'no Route matched with those values' }, { status: 404 })
    const key = request.headers.get('apikey') ?? ''
    const token = tokens[key]
    if (!token)
      return Response.json(
        { message: key ? 'Invalid API key' : 'No API key found in request' },
        { status: 401 },
      )
    const authorization = request.headers.get('authorization')
    if (!authorization || authorization === `Bearer ${key}`)
      request.headers.set('authorization', `Bearer ${token}`)
    return service.fetch(request).catch((error: Error) => {
      process.stderr.write(`The gateway of the tests: ${error.stack}\n`)
      return Response.json({ message: 'An unexpected error occurred' }, { status: 500 })
    })
  }

  const server = http.createServer((incoming, outgoing) => {
    relay({ url: 'http://gateway', fetch }, incoming, outgoing, incoming.url ?? '/').catch(() =>
      outgoing.destroy(),
    )
  })
  server.keepAliveTimeout = 65_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // Tools and tests that know the folder find this API by its socket, as they find that of an embedded server.
  const closeSocket = await openApiSocket({ url, fetch }, folder)
  return {
    url,
    fetch,
    env: {
      SUPABASE_URL: url,
      SUPABASE_PUBLISHABLE_KEY: secrets.publishableKey,
      SUPABASE_SECRET_KEY: secrets.secretKey,
      SESSION_SECRET: secrets.sessionSecret,
    },
    restart,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await closeSocket()
      await Promise.all(Object.values(services).map((service) => service.stop()))
    },
  }
}

/** Tells a gateway that the database behind it is another copy now. */
export async function renewGateway(url: string): Promise<void> {
  const answer = await fetch(`${url}${RENEW}`, { method: 'POST' })
  if (!answer.ok) throw new Error(`The gateway has not begun again: ${await answer.text()}`)
}

async function toPostgrest(url: string, given: Request): Promise<Response> {
  // Whoever looks at the request afterwards reads its body, too.
  const request = given.clone()
  const { pathname, search } = new URL(request.url)
  const headers = new Headers(request.headers)
  headers.delete('apikey')
  const answer = await fetch(`${url}${pathname.replace('/rest/v1', '')}${search}`, {
    method: request.method,
    headers,
    body: request.body ? await request.arrayBuffer() : null,
  })
  const passed = new Headers(answer.headers)
  for (const name of [
    'content-encoding',
    'content-length',
    'transfer-encoding',
    'connection',
    'date',
  ])
    passed.delete(name)
  return new Response(answer.body, { status: answer.status, headers: passed })
}
