import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { version } from '../package.json'
import { writeManifest } from '../server/backup-manifest.ts'
import { readEnv } from '../server/env.ts'
import { createDatabaseAnew, startOwnCluster } from '../tools/cluster.ts'
import { backup } from './backup/backup.ts'
import { UPGRADES } from './release/kept-versions.ts'

/**
 * `npm run fixture` keeps what this version leaves to later ones in `tests/upgrades/<version>`: a backup of the demo
 * companies on PostgreSQL.
 */
async function main(): Promise<void> {
  const target = path.join(UPGRADES, version)
  if (existsSync(target))
    throw new Error(`${target} is there already, and a released version stays as it is.`)
  const cluster = await startOwnCluster({})
  if (!cluster) throw new Error('No PostgreSQL 15 or newer at hand: install postgresql.')
  const shelf = mkdtempSync(path.join(tmpdir(), 'kalakal-fixture-'))
  try {
    const DATABASE_URL = await createDatabaseAnew(cluster.url, 'kalakal_fixture')
    const env = { KALAKAL_DATA_DIR: path.join(shelf, 'data'), DATABASE_URL }
    const program = ['node_modules/tsx/dist/cli.mjs', 'scripts/demo/index.ts']
    execFileSync(process.execPath, program, { stdio: 'inherit', env: { ...process.env, ...env } })
    const part = path.join(shelf, version)
    mkdirSync(part)
    const { files, ...manifest } = await backup(readEnv(env), path.join(part, 'demo'))
    // Keys belong into no repository: a server that lacks them makes its own.
    const { 'secrets.json': _, ...kept } = files
    rmSync(path.join(part, 'demo', 'secrets.json'))
    writeManifest(path.join(part, 'demo'), { ...manifest, files: kept })
    mkdirSync(UPGRADES, { recursive: true })
    cpSync(part, target, { recursive: true })
  } finally {
    cluster.stop()
    rmSync(shelf, { recursive: true, force: true })
  }
  process.stdout.write(`${target} is made: commit it with the release.\n`)
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
