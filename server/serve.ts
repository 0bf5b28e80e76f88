import cluster from 'node:cluster'
import http from 'node:http'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from '@remix-run/node'
import type { Logger } from 'pino'
import { provideAdminClient } from '../app/platform/db/admin-client.server.ts'
import { openApiSocket } from './api-socket.ts'
import { askFor } from './ask-for.ts'
import { logAuthentication, withoutLogged } from './authentication-log.ts'
import type { Backend } from './backend.ts'
import { collectAtRest } from './collect-at-rest.ts'
import { BUILD, ConfigurationError, type Env } from './env.ts'
import { createApp } from './http/app.ts'
import { outboxAddress } from './http/outbox.ts'
import { onStop, type Stop } from './http/shutdown.ts'
import { runJobs } from './jobs.ts'
import { mailJobs } from './mails.ts'
import { ownProgram, requireHostedMigrations } from './own-state.ts'
import { pushKeyOf } from './push/keys.ts'
import { pushJob } from './push/push-job.ts'
import { openPush } from './push/send.ts'
import { perCall, withTimeout } from './request-timeout.ts'
import { offerSetup } from './setup-code.ts'
import { tellMissingFiles } from './stored-files.ts'
import { accountClient } from './supabase.ts'

/** The time between two looks for pushes. */
const PUSH_EVERY_MS = 15_000

interface Parts {
  env: Env
  log: Logger
  origin: string
  /** Opens the backend, or waits for what was begun before. */
  open(): Promise<Backend>
}

/** Serves the pages, once the backend is open. */
export async function serve({ env, log, origin, open }: Parts): Promise<void> {
  const server = http.createServer({ connectionsCheckingInterval: 5_000 })
  const stop: Stop = { requested: false }
  const dev = env.NODE_ENV === 'development'
  const loading = dev ? sourcePages(server) : builtPages()
  // Vite takes longer to load than the database, and the two would share the processor.
  if (dev) await loading
  const [opened, pages] = await Promise.all([open(), loading])
  ownProgram()
  const backend = {
    ...opened,
    fetch: logAuthentication(log, opened.fetch),
    call: withoutLogged(opened.call),
  }
  const limited = { ...backend, fetch: withTimeout(backend.fetch, perCall) }
  provideAdminClient(() => accountClient(limited))
  if (backend.kind === 'supabase') await requireHostedMigrations(backend, log)
  // One of several processes opens none: with DATABASE_URL a command line tool asks the database itself.
  const closeSocket = await openApiSocket(backend, cluster.isWorker ? null : backend.folder)
  server.on('request', createApp({ env, backend, log, stopping: () => stop.requested, ...pages }))
  collectAtRest(server)
  // Longer than a proxy's, so that it is the proxy who closes idle connections.
  server.keepAliveTimeout = 65_000
  // Who has connected and says nothing, or says it letter by letter, keeps no connection from others.
  server.headersTimeout = 20_000
  server.requestTimeout = 60_000

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(env.PORT, env.HOST, resolve)
  }).catch(async (error: NodeJS.ErrnoException) => {
    await closeSocket()
    await backend.close()
    throw notListening(error, env)
  })
  const { build } = pages
  const runners = [
    runJobs(backend, log, { own: mailJobs({ backend, env, origin, build }) }),
    // Pushes have a runner of their own, which asks often, so that they wait for no mail and no file.
    runJobs(backend, log, {
      own: { push: pushJob({ ask: askFor(backend), build, push: pushesOf(backend, origin) }) },
      onlyOwn: true,
      everyMs: PUSH_EVERY_MS,
    }),
  ]
  // One of several processes says it, while all of them serve.
  const isFirst = (cluster.worker?.id ?? 1) === 1
  const stopOffers = isFirst ? offerSetup(backend, log, origin) : () => {}
  onStop(log, server, stop, async () => {
    stopOffers()
    await Promise.all(runners.map((stop) => stop()))
    await closeSocket()
    await backend.close()
  })
  log.info({ backend: backend.kind, origin, host: env.HOST, port: env.PORT }, 'listening')
  if (isFirst) void tellMissingFiles(backend, log)
  // A parent process, such as the quickstart, waits for this message.
  process.send?.({ listening: origin, outbox: outboxAddress(backend.outboxKey) })
}

/** Returns what sends pushes in the name of this server. */
const pushesOf = ({ sessionSecret }: Backend, origin: string) =>
  openPush({
    keys: pushKeyOf(sessionSecret),
    // Services accept an https address or a mail address.
    subject: origin.startsWith('https:') ? origin : 'mailto:no-reply@localhost',
  })

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
