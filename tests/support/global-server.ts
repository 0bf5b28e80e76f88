import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { asOwner, startCluster } from './cluster.ts'
import { DEMO_DATABASE, startWarm, type WarmServer } from './warm-servers.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Data folder with the two demo companies, which each server of its own begins from. */
    demoFolder: string
    /** One server for each of the files that run at a time; none where there is no PostgreSQL. */
    warmServers: WarmServer[]
  }
}

/**
 * Before tests that talk to the built server: the demo companies, loaded once by their own command, with their database
 * inside and into a PostgreSQL. KALAKAL_TEST_DEMO names a folder that several suites share; the first one fills it.
 */
export default async function setup(project: TestProject) {
  if (!existsSync('build/http/index.js'))
    throw new Error('There is no build: run `npm run build` first.')
  const own = mkdtempSync(path.join(tmpdir(), 'kalakal-demo-'))
  const folder = process.env.KALAKAL_TEST_DEMO ?? path.join(own, 'demo')
  if (!existsSync(path.join(folder, 'postgres'))) loadDemo(folder, '')
  project.provide('demoFolder', folder)

  const cluster = await startCluster()
  const running: Awaited<ReturnType<typeof startWarm>>[] = []
  const stop = async () => {
    await Promise.all(running.map((server) => server.stop()))
    cluster?.stop()
    rmSync(own, { recursive: true, force: true })
  }
  try {
    if (cluster) {
      const demo = { cluster: cluster.url, files: path.join(own, 'files') }
      await asOwner(
        cluster.url,
        `drop database if exists ${DEMO_DATABASE} with (force)`,
        `create database ${DEMO_DATABASE}`,
      )
      loadDemo(demo.files, `${cluster.url}/${DEMO_DATABASE}`)
      const places = Array.from({ length: Number(project.config.maxWorkers) }, (_, at) => at + 1)
      running.push(...(await Promise.all(places.map((place) => startWarm(demo, place)))))
    } else if (process.env.CI) throw new Error('No PostgreSQL 15 or newer at hand: CI needs one.')
    project.provide(
      'warmServers',
      running.map(({ warm }) => warm),
    )
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

function loadDemo(folder: string, databaseUrl: string): void {
  execFileSync('npm', ['run', 'demo', '--silent'], {
    env: { ...process.env, KALAKAL_DATA_DIR: folder, DATABASE_URL: databaseUrl, SUPABASE_URL: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
