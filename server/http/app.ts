import path from 'node:path'
import type { ServerBuild } from '@remix-run/node'
import compression from 'compression'
import express, { type Express, type RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { Backend } from '../backend.ts'
import type { Env } from '../env.ts'
import { fieldApp } from '../field/index.ts'
import { noteFieldOrigin, oneAppEach } from '../field/origin.ts'
import { logRequests } from '../log.ts'
import { timeLimit } from '../request-timeout.ts'
import { failure } from './failure.ts'
import { securityHeaders } from './headers.ts'
import { alive, health, programVersion } from './health.ts'
import { KnownIdentities } from './known-identities.ts'
import { oneSpelling } from './one-path.ts'
import { bodyLimit, knownMethods, originGuard } from './origin.ts'
import { OUTBOX, outbox } from './outbox.ts'
import { packed, servedFolder } from './packed.ts'
import { servePages } from './pages.ts'
import { plainText } from './plain-text.ts'
import { publicApi } from './public-api.ts'
import { loadContexts } from './request-context.ts'
import { SHARED, sharedLinks } from './shared-links.ts'

interface Parts {
  env: Env
  backend: Backend
  log: Logger
  build: ServerBuild | ((url: string) => Promise<ServerBuild>)
  /** Vite's middleware in development, which serves the assets. */
  vite?: RequestHandler
  /** True once the server has been told to stop. */
  stopping: () => boolean
}

const MIB = 1024 * 1024
const BODY_LIMIT = 2 * MIB
/** A document's page takes files of up to 5 MiB together, an import a sheet of up to 5 MB. */
const FILES = {
  path: /^\/(?:documents\/[a-z_]{1,20}\/[0-9a-f-]{36}|import\/[a-z_]{1,40})$/i,
  limit: 6 * MIB,
}
const CLIENT = path.resolve('build/client')
const MAIL_TEMPLATES = path.resolve('supabase/templates')
const ASSETS = path.join(CLIENT, 'assets')

/** The web server, in the order in which a request passes. */
export function createApp({ env, backend, log, build, vite, stopping }: Parts): Express {
  const app = express()
  const around = { backend, log, env, known: new KnownIdentities() }
  app.disable('x-powered-by')
  app.set('trust proxy', env.TRUST_PROXY ? 1 : false)
  app.set('etag', false)
  // Addresses with objects in their query are none of ours.
  app.set('query parser', 'simple')

  app.use(logRequests(log))
  app.use(noteFieldOrigin(env))
  app.use(ownName(env))
  const https = env.APP_ORIGIN?.startsWith('https:') ?? false
  app.use(securityHeaders({ https, dev: vite !== undefined }))
  app.use(oneSpelling())
  app.get('/health/live', alive())
  app.get('/health', health(backend, stopping))
  app.get('/version.json', programVersion())
  if (env.KALAKAL_PUBLIC_API && backend.kind !== 'supabase')
    app.use('/supabase', publicApi(backend))
  app.use(originGuard(env))
  app.use(knownMethods())
  app.use(plainText())
  app.use(SHARED, sharedLinks())
  app.use(compression())
  app.use(oneAppEach(env))
  app.use('/field', fieldApp({ backend, log, env }))

  if (vite) app.use(vite)
  else {
    app.use(
      '/assets',
      packed(ASSETS),
      express.static(ASSETS, {
        immutable: true,
        maxAge: '1y',
        fallthrough: false,
      }),
    )
    app.use(servedFolder(CLIENT, { maxAge: '1h', index: false }))
  }
  // A self-hosted Supabase Auth fetches the templates of its mails by HTTP.
  app.use('/mail-templates', express.static(MAIL_TEMPLATES, { maxAge: '5m', index: false }))
  if (backend.outboxKey && backend.folder)
    app.get(OUTBOX, outbox(backend.folder, backend.outboxKey))

  // In development a page may be compiled first, so there is no time limit.
  if (!vite) app.use(timeLimit(failure(log)))
  app.use(bodyLimit(BODY_LIMIT, FILES))
  app.all(
    '*',
    servePages(build, env.NODE_ENV, (request, response) => loadContexts(around, request, response)),
  )
  app.use(failure(log))
  return app
}

/**
 * Remix's adapter reads X-Forwarded-Host whether or not a proxy is trusted, and its own check compares
 * it with Origin: both names become the configured one, else what a stranger forwards is dropped.
 */
function ownName({ APP_ORIGIN, TRUST_PROXY }: Env): RequestHandler {
  const host = APP_ORIGIN && new URL(APP_ORIGIN).host
  return ({ headers }, _response, next) => {
    if (!TRUST_PROXY)
      for (const name of Object.keys(headers))
        if (name.startsWith('x-forwarded-') && name !== 'x-forwarded-for') delete headers[name]
    if (host) headers.host = headers['x-forwarded-host'] = host
    next()
  }
}
