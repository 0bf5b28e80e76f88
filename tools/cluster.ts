import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { freemem, tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { postgresFolder } from './needs.mjs'

/** A PostgreSQL for tests: its address without a database name, and a function that stops it. */
export interface Cluster {
  url: string
  stop(): void
}

/** A PostgreSQL that a test may crash and restart. */
export interface OwnCluster extends Cluster {
  /**
   * Stops it as a crash does: running statements are aborted, and the next start recovers from the
   * log.
   */
  crash(): Promise<void>
  /** Starts it again, and waits until it accepts connections. */
  start(): Promise<void>
  /** Stops it in order and moves its data into a folder, from which a later one can start. */
  keepIn(folder: string): void
}

/** Options of a new PostgreSQL. */
interface Start {
  /** Settings of the server; by default those of tests, whose data may be lost. */
  settings?: string
  /**
   * A folder with the data of an earlier server. If it exists, the new server starts with a copy of
   * it.
   */
  from?: string
  /** The superuser; by default `postgres`. */
  superuser?: string
  /** Its data is kept in memory where there is room: for small databases that are copied often. */
  inMemory?: boolean
}

/**
 * The environment variable with the address of the PostgreSQL that this run's suites share, without
 * a database name (shared-cluster.ts).
 */
export const SHARED = 'KALAKAL_TEST_POSTGRES'

/**
 * Starts a temporary PostgreSQL, or returns the one that this run's suites share or that
 * `DATABASE_URL` names.
 *
 * @returns Null when PostgreSQL is not installed.
 */
export async function startCluster(settings?: string): Promise<Cluster | null> {
  return givenCluster() ?? startOwnCluster({ settings })
}

/** Returns the PostgreSQL that the environment names, or null. */
export function givenCluster(): Cluster | null {
  const given = process.env[SHARED] ?? process.env.DATABASE_URL
  return given ? { url: new URL('/', given).href.slice(0, -1), stop: () => {} } : null
}

/**
 * Starts a temporary PostgreSQL in a temporary folder, whatever the environment says.
 *
 * @returns Null when PostgreSQL is not installed.
 */
export async function startOwnCluster({
  settings = '-c fsync=off',
  from,
  superuser = 'postgres',
  inMemory = false,
}: Start = {}): Promise<OwnCluster | null> {
  const binaries = postgresFolder()
  if (!binaries) return null
  const folder = mkdtempSync(path.join(inMemory ? folderInMemory() : tmpdir(), 'kalakal-postgres-'))
  const data = path.join(folder, 'data')
  const port = await freePort()
  // PostgreSQL refuses to run as root, so another account runs it: the package's own if there is
  // one.
  const account = process.getuid?.() === 0 ? otherAccount() : null
  if (account) execFileSync('chown', [account, folder])
  const command = (program: string, args: string[]): [file: string, args: string[]] => {
    const own = path.join(binaries, program)
    return account ? ['runuser', ['-u', account, '--', own, ...args]] : [own, args]
  }
  const run = (program: string, ...args: string[]) =>
    execFileSync(...command(program, args), { stdio: 'pipe', cwd: folder })
  const all = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c max_connections=200 ${settings}`
  const start = ['-D', data, '-l', path.join(folder, 'log'), '-o', all, '-w', 'start']
  const crash = ['-D', data, '-m', 'immediate', 'stop']
  const startNew = () => {
    run('initdb', '-D', data, '-U', superuser, '-A', 'trust', '--no-sync', '-E', 'UTF8')
    run('pg_ctl', ...start)
  }
  // The call is asynchronous, because clients of a test measure time meanwhile.
  const meanwhile = async (args: string[]) => {
    await promisify(execFile)(...command('pg_ctl', args), { cwd: folder })
  }
  if (from && existsSync(from))
    try {
      execFileSync('cp', ['-a', from, data])
      run('pg_ctl', ...start)
    } catch {
      // The data is damaged, or of another build of PostgreSQL.
      rmSync(data, { recursive: true, force: true })
      startNew()
    }
  else startNew()
  return {
    url: `postgres://${superuser}@127.0.0.1:${port}`,
    crash: () => meanwhile(crash),
    start: () => meanwhile(start),
    stop: () => {
      run('pg_ctl', ...crash)
      rmSync(folder, { recursive: true, force: true })
    },
    keepIn: (kept) => {
      run('pg_ctl', '-D', data, '-m', 'fast', '-w', 'stop')
      const copy = `${kept}.${process.pid}`
      mkdirSync(path.dirname(kept), { recursive: true })
      execFileSync('cp', ['-a', data, copy])
      rmSync(kept, { recursive: true, force: true })
      renameSync(copy, kept)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Linux has a file system in memory here. */
const MEMORY = '/dev/shm'
/** Bytes that must be free of it and of the memory: the databases of a run need a quarter of them. */
const ROOM = 4 * 1024 ** 3

/** A copy of a migrated database is a thousand files, which cost twelve times as much on a disk as in memory. */
function folderInMemory(): string {
  if (process.env.TMPDIR || !existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return Math.min(bavail * bsize, freemem()) < ROOM ? tmpdir() : MEMORY
}

function otherAccount(): string {
  return spawnSync('id', ['postgres']).status === 0 ? 'postgres' : 'nobody'
}

/** Runs statements as the owner of a PostgreSQL, connected to the database `postgres`. */
export async function asOwner<Row extends Record<string, unknown>>(
  cluster: string,
  ...statements: string[]
): Promise<Row[]> {
  const owner = postgres(`${cluster}/postgres`, { max: 1, onnotice: () => {} })
  try {
    let rows: Row[] = []
    for (const statement of statements) rows = [...(await owner.unsafe<Row[]>(statement))]
    return rows
  } finally {
    await owner.end()
  }
}

/** Drops and creates an empty database, and returns its address. */
export async function createDatabaseAnew(cluster: string, name: string): Promise<string> {
  await asOwner(
    cluster,
    `drop database if exists "${name}" with (force)`,
    `create database "${name}"`,
  )
  return `${cluster}/${name}`
}

/** These ports are below those that systems give to outgoing connections, so none of these takes a port meanwhile. */
const FIRST_PORT = 20_000
const LAST_PORT = 32_000

/** Returns a port that nothing listens on now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
