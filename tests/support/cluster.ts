import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A PostgreSQL for tests: its address without a database name, and what ends it. */
export interface Cluster {
  url: string
  stop(): void
}

/** Folder with initdb and pg_ctl of the newest PostgreSQL at hand, or null. */
export function postgresBinaries(): string | null {
  const debian = '/usr/lib/postgresql'
  const folders = existsSync(debian)
    ? readdirSync(debian)
        .map(Number)
        .filter((version) => version >= 15)
        .sort((a, b) => b - a)
        .map((version) => `${debian}/${version}/bin`)
    : []
  const onPath = (process.env.PATH ?? '').split(':')
  return [...folders, ...onPath].find((folder) => existsSync(path.join(folder, 'initdb'))) ?? null
}

/**
 * Starts a throw-away PostgreSQL in a temporary folder, or takes the one that `DATABASE_URL` names.
 *
 * @returns null when there is neither.
 */
export async function startCluster(): Promise<Cluster | null> {
  const given = process.env.DATABASE_URL
  if (given) return { url: given.replace(/\/[^/]*$/, ''), stop: () => {} }
  const binaries = postgresBinaries()
  if (!binaries) return null
  const folder = mkdtempSync(path.join(tmpdir(), 'kalakal-postgres-'))
  const data = path.join(folder, 'data')
  const port = await freePort()
  // PostgreSQL refuses to run as root: the package's own account does it then.
  const asRoot = process.getuid?.() === 0
  if (asRoot) execFileSync('chown', ['postgres', folder])
  const run = (program: string, ...args: string[]) => {
    const command = [path.join(binaries, program), ...args]
    const [file, ...rest] = asRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command
    execFileSync(file!, rest, { stdio: 'pipe', cwd: folder })
  }
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8')
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200`
  run('pg_ctl', '-D', data, '-l', path.join(folder, 'log'), '-o', settings, '-w', 'start')
  return {
    url: `postgres://postgres@127.0.0.1:${port}`,
    stop: () => {
      run('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A port that nothing listens on now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
