import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import { openBackend } from './backend.ts'
import { BUILD, ConfigurationError, type Env, readEnv } from './env.ts'
import { createLogger } from './log.ts'
import { startError } from './start-error.ts'
import { startWorkers } from './workers.ts'

async function main(): Promise<void> {
  const env = readEnv()
  if (env.WEB_CONCURRENCY > 1 && cluster.isPrimary)
    startWorkers(env.WEB_CONCURRENCY, createLogger(env.LOG_LEVEL))
  else await start(env)
}

async function start(env: Env): Promise<void> {
  // React chooses its build by this when the pages are loaded.
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
  const open = () => openBackend(env, { origin, as: 'server' })
  // The database takes longest, on a thread of its own: it begins before the code of the web server is loaded.
  const opening = dev ? null : open()
  opening?.catch(() => {})
  const { serve } = await import('./serve.ts')
  await serve({ env, log, origin, open: () => opening ?? open() })
}

main().catch((error: Error) => {
  process.stderr.write(`${startError(error)}\n`)
  process.exit(1)
})
