import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { postgresFolder } from '../../scripts/verify/needs.mjs'

/** A PostgreSQL for tests: its address without a database name, and what ends it. */
export interface Cluster {
  url: string
  stop(): void
}

/** A PostgreSQL that may be mistreated. */
export interface OwnCluster extends Cluster {
  /** Ends it as a crash does: what runs is cut off, and the next start recovers from the log. */
  crash(): Promise<void>
  /** Starts it again, and waits until it takes connections. */
  start(): Promise<void>
}

/**
 * Starts a throw-away PostgreSQL in a temporary folder, or takes the one that `DATABASE_URL` names.
 *
 * @param how settings of a server that is started: by default those of tests, which nobody minds to lose.
 * @returns null when there is neither.
 */
export async function startCluster(how = '-c fsync=off'): Promise<Cluster | null> {
  const given = process.env.DATABASE_URL
  if (given) return { url: new URL('/', given).href.slice(0, -1), stop: () => {} }
  return startOwnCluster(how)
}

/**
 * Starts a throw-away PostgreSQL in a temporary folder, whatever `DATABASE_URL` says.
 *
 * @returns null when its programs are not there.
 */
export async function startOwnCluster(how = '-c fsync=off'): Promise<OwnCluster | null> {
  const binaries = postgresFolder()
  if (!binaries) return null
  const folder = mkdtempSync(path.join(tmpdir(), 'kalakal-postgres-'))
  const data = path.join(folder, 'data')
  const port = await freePort()
  // PostgreSQL refuses to run as root: another account does it then, the package's own if there is one.
  const account = process.getuid?.() === 0 ? otherAccount() : null
  if (account) execFileSync('chown', [account, folder])
  const command = (program: string, args: string[]): [file: string, args: string[]] => {
    const own = path.join(binaries, program)
    return account ? ['runuser', ['-u', account, '--', own, ...args]] : [own, args]
  }
  const run = (program: string, ...args: string[]) =>
    execFileSync(...command(program, args), { stdio: 'pipe', cwd: folder })
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8')
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c max_connections=200 ${how}`
  const start = ['-D', data, '-l', path.join(folder, 'log'), '-o', settings, '-w', 'start']
  const crash = ['-D', data, '-m', 'immediate', 'stop']
  // Not waited for by standing still: a test has clients that count their seconds.
  const meanwhile = async (args: string[]) => {
    await promisify(execFile)(...command('pg_ctl', args), { cwd: folder })
  }
  run('pg_ctl', ...start)
  return {
    url: `postgres://postgres@127.0.0.1:${port}`,
    crash: () => meanwhile(crash),
    start: () => meanwhile(start),
    stop: () => {
      run('pg_ctl', ...crash)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function otherAccount(): string {
  return spawnSync('id', ['postgres']).status === 0 ? 'postgres' : 'nobody'
}

/** Runs statements as the owner of a PostgreSQL, outside of the databases that they are about. */
export async function asOwner(cluster: string, ...statements: string[]): Promise<void> {
  const owner = postgres(`${cluster}/postgres`, { max: 1, onnotice: () => {} })
  try {
    for (const statement of statements) await owner.unsafe(statement)
  } finally {
    await owner.end()
  }
}

/** Makes an empty database anew, and says its address. */
export async function createDatabaseAnew(cluster: string, name: string): Promise<string> {
  await asOwner(
    cluster,
    `drop database if exists "${name}" with (force)`,
    `create database "${name}"`,
  )
  return `${cluster}/${name}`
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
