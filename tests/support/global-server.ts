import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { folderTemplate, postgresTemplate } from '../../scripts/verify/test-databases.ts'
import { startSharedCluster } from '../../tools/shared-cluster.ts'
import { NIGHTLY } from './rounds.ts'
import {
  type Cookies,
  type DemoTemplate,
  type PostgresServer,
  startWarm,
  withSessions,
} from './warm-servers.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Data folder with the two demo companies, which each server of its own begins from. */
    demoFolder: string
    /**
     * Holds one server for each of the files that run at a time; empty where there is no
     * PostgreSQL.
     */
    warmServers: PostgresServer[]
    /** The demo companies in the PostgreSQL of this run; null where there is none. */
    demo: DemoTemplate | null
    /** Cookies of each demo person who may use the web, by e-mail address, for the warm servers. */
    sessions: Record<string, Cookies>
  }
}

/**
 * Prepares the demo companies before tests that talk to the built server, in an embedded database
 * and in a PostgreSQL, and starts a server for each of the files that run at a time.
 */
export default async function setup(project: TestProject) {
  if (!existsSync('build/http/index.js'))
    throw new Error('There is no build: run `npm run build` first.')
  project.provide('demoFolder', await folderTemplate('demo'))

  const cluster = await startSharedCluster()
  const own = mkdtempSync(path.join(tmpdir(), 'kalakal-web-'))
  const running: Awaited<ReturnType<typeof startWarm>>[] = []
  const stop = async () => {
    await Promise.all(running.map((server) => server.stop()))
    await cluster?.stop()
    rmSync(own, { recursive: true, force: true })
  }
  try {
    const demo = cluster && {
      cluster: cluster.url,
      ...(await postgresTemplate(cluster.url, 'demo')),
    }
    project.provide('demo', demo)
    // The nightly run asks the embedded database what `npm run verify` asks PostgreSQL.
    if (demo && !NIGHTLY) {
      const numbers = Array.from({ length: Number(project.config.maxWorkers) }, (_, at) => at + 1)
      running.push(
        ...(await Promise.all(
          numbers.map((number) => startWarm(demo, number, path.join(own, String(number)))),
        )),
      )
      const prepared = await withSessions(running[0]!.warm)
      project.provide('sessions', prepared.sessions)
      project.provide(
        'warmServers',
        running.map(({ warm }) => ({ ...warm, demo: prepared.demo })),
      )
    } else if (process.env.CI && !NIGHTLY)
      throw new Error('No PostgreSQL 15 or newer at hand: CI needs one.')
    else {
      project.provide('sessions', {})
      project.provide('warmServers', [])
    }
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}
