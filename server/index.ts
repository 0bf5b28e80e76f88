import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from '@remix-run/node'
import { provideAdminClient } from '../app/platform/db/admin-client.server.ts'
import { openApiSocket } from './api-socket.ts'
import { logAuthentication } from './authentication-log.ts'
import { openBackend } from './backend.ts'
import { ConfigurationError, type Env, readEnv } from './env.ts'
import { requireHostedMigrations } from './hosted-migrations.ts'
import { createApp } from './http/app.ts'
import { outboxAddress } from './http/outbox.ts'
import { onStop, type Stop } from './http/shutdown.ts'
import { createLogger } from './log.ts'
import { perCall, withTimeout } from './request-timeout.ts'
import { accountClient } from './supabase.ts'
import { startWorkers } from './workers.ts'

const BUILD = path.resolve('build/server/index.js')

async function main(): Promise<void> {
  const env = readEnv()
  if (env.WEB_CONCURRENCY > 1 && cluster.isPrimary)
    startWorkers(env.WEB_CONCURRENCY, createLogger(env.LOG_LEVEL))
  else await serve(env)
}

async function serve(env: Env): Promise<void> {
  // React chooses its build by this when the pages are loaded below.
  process.env.NODE_ENV = env.NODE_ENV
  const log = createLogger(env.LOG_LEVEL)
  const origin = env.APP_ORIGIN ?? `http://localhost:${env.PORT}`
  const dev = env.NODE_ENV === 'development'
  if (!dev && !existsSync(BUILD))
    throw new ConfigurationError(
      'There is no build. Run `npm run build` first, or `npm run quickstart`.',
    )

  // A library may leave a promise behind of a request whose sender has gone. Others' requests go on.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))
  const server = http.createServer()
  const stop: Stop = { requested: false }
  const loading = dev ? sourcePages(server) : builtPages()
  // Vite takes longer to load than the database, and the two would share the processor.
  if (dev) await loading
  const [opened, pages] = await Promise.all([openBackend(env, { origin, as: 'server' }), loading])
  const backend = { ...opened, fetch: logAuthentication(log, opened.fetch) }
  const limited = { ...backend, fetch: withTimeout(backend.fetch, perCall) }
  provideAdminClient(() => accountClient(limited))
  if (backend.kind === 'supabase') await requireHostedMigrations(backend, log)
  // One of several processes opens none: with DATABASE_URL a command line tool asks the database itself.
  const closeSocket = await openApiSocket(backend, cluster.isWorker ? null : backend.folder)
  server.on('request', createApp({ env, backend, log, stopping: () => stop.requested, ...pages }))
  // Longer than a proxy's, so that it is the proxy who closes idle connections.
  server.keepAliveTimeout = 65_000
  server.headersTimeout = 70_000
  server.requestTimeout = 60_000

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(env.PORT, env.HOST, resolve)
  }).catch(async (error: NodeJS.ErrnoException) => {
    await closeSocket()
    await backend.close()
    throw notListening(error, env)
  })
  onStop(log, server, stop, async () => {
    await closeSocket()
    await backend.close()
  })
  log.info({ backend: backend.kind, origin, host: env.HOST, port: env.PORT }, 'listening')
  // A parent process, such as the quickstart, waits for this message.
  process.send?.({ listening: origin, outbox: outboxAddress(backend.outboxKey) })
}

function notListening(error: NodeJS.ErrnoException, { PORT, HOST }: Env): Error {
  const reason: Record<string, string> = {
    EADDRINUSE: `Port ${PORT} is in use. Set PORT to another one.`,
    EACCES: `Port ${PORT} is not for this user: the system keeps those below 1024. Set PORT to another one.`,
    EADDRNOTAVAIL: `HOST ${HOST} is no address of this machine.`,
    ENOTFOUND: `HOST ${HOST} is no address of this machine.`,
  }
  const known = reason[error.code ?? '']
  return known ? new ConfigurationError(known) : error
}

async function sourcePages(server: http.Server) {
  const { developmentPages } = await import('./development/pages.ts')
  return developmentPages(server)
}

async function builtPages() {
  return { build: (await import(pathToFileURL(BUILD).href)) as ServerBuild }
}

main().catch((error: Error) => {
  process.stderr.write(`${error instanceof ConfigurationError ? error.message : error.stack}\n`)
  process.exit(1)
})
