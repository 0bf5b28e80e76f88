import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { hostedParts } from './global-hosted.ts'
import { startHosted } from './hosted/project.ts'
import { loadHostedDemo, startHostedWeb } from './hosted/web.ts'
import { withSessions } from './warm-servers.ts'

/**
 * Loads the demo companies into a hosted project and starts the built web server against it, once for each of the files
 * that run at a time, before the suite `hosted-web`: the tests of `http` and `e2e` run on it unchanged.
 */
export default async function setup(project: TestProject) {
  if (!existsSync('build/http/index.js'))
    throw new Error('There is no build: run `npm run build` first.')
  const { postgrest } = await hostedParts()
  const { url, stop: stopCluster } = await startHosted()
  const own = mkdtempSync(path.join(tmpdir(), 'kalakal-hosted-'))
  const running: Awaited<ReturnType<typeof startHostedWeb>>[] = []
  const stop = async () => {
    await Promise.all(running.map((server) => server.stop()))
    stopCluster()
    rmSync(own, { recursive: true, force: true })
  }
  try {
    const hosted = await loadHostedDemo({ url, postgrest }, path.join(own, 'demo'))
    const numbers = Array.from({ length: Number(project.config.maxWorkers) }, (_, at) => at + 1)
    running.push(
      ...(await Promise.all(
        numbers.map((number) =>
          startHostedWeb(hosted, postgrest, number, path.join(own, String(number))),
        ),
      )),
    )
    const prepared = await withSessions(running[0]!.warm)
    project.provide('hosted', { url, postgrest, key: hosted.keys.privateKey })
    project.provide('template', '')
    project.provide('demoFolder', '')
    project.provide('demo', prepared.demo)
    project.provide('sessions', prepared.sessions)
    project.provide(
      'warmServers',
      running.map(({ warm }) => ({ ...warm, demo: prepared.demo })),
    )
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}
