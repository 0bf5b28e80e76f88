import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDatabaseAnew } from '../../tools/cluster.ts'
import { type BenchCompany, type Direct, openDirect, readCompany } from './database.ts'
import { loadDataSet, VERSION } from './load.ts'
import { type BenchServer, startBenchServer } from './server.ts'

/** Is a version that is measured: its built server on a database of its own with the data set. */
export interface Side {
  /** Heads its column. */
  name: string
  commit: string
  /** The folder of its sources and its build. */
  folder: string
  url: string
  direct: Direct
  company: BenchCompany
  server: BenchServer
  /** Bytes of the database. */
  size: number
  /** Milliseconds that its sums of the past took. */
  sums: number
  close(): Promise<void>
}

interface Opening {
  name: string
  folder: string
  /** Where its database is made, or the database with the data set. */
  cluster: string
  loaded?: string
  scale: number
  say(text: string): void
}

/** Makes the database of a version by its own server, loads the data set, and starts the server. */
export async function openSide(opening: Opening): Promise<Side> {
  const { name, folder, loaded } = opening
  const { url, sums } = loaded ? { url: loaded, sums: Number.NaN } : await load(opening)
  const direct = openDirect(url)
  const server = await startBenchServer({ DATABASE_URL: url }, { cwd: folder })
  const [row] = await direct.sql`select pg_database_size(current_database())::float8 as size`
  return {
    ...{ name, commit: commitOf(folder), folder, url, direct, server, sums },
    size: row!.size,
    company: await readCompany(direct.sql, 1),
    async close() {
      await server.stop()
      await direct.close()
    },
  }
}

async function load({ name, folder, cluster, scale, say }: Opening) {
  const url = await createDatabaseAnew(cluster, databaseOf(folder))
  // A server makes the tables of its version in an empty database.
  await (await startBenchServer({ DATABASE_URL: url }, { cwd: folder })).stop()
  const began = Date.now()
  const own = path.join(folder, VERSION)
  const sums = await loadDataSet(url, {
    scale,
    version: existsSync(own) ? own : BEFORE,
    say: (what) => say(`${name}: ${what} …`),
  })
  say(`${name}: loaded in ${Math.round((Date.now() - began) / 1000)} s.`)
  return { url, sums }
}

export const commitOf = (folder: string) =>
  execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: folder, encoding: 'utf8' }).trim()

/** Statements for the versions 1.0 to 1.2, which have none of their own. */
const BEFORE = 'scripts/bench/version-1.2'

export const databaseOf = (folder: string) =>
  path.resolve(folder) === process.cwd() ? 'kalakal_bench' : 'kalakal_bench_against'

/** Builds a version. The installed packages are those of this folder where its lockfile is the same. */
export function build(folder: string): void {
  const modules = path.join(folder, 'node_modules')
  if (!existsSync(modules)) {
    const lock = (of: string) => readFileSync(path.join(of, 'package-lock.json'), 'utf8')
    if (lock(folder) === lock('.')) symlinkSync(path.resolve('node_modules'), modules)
    else npm(folder, 'ci')
  }
  npm(folder, 'run', 'build')
}

/** Runs npm in a folder; what it prints is shown when it fails. */
function npm(cwd: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed in ${cwd}:\n${stdout}${stderr}`)
}

/** Checks a git ref out into a temporary folder, and returns it with what removes it. */
export function checkOut(ref: string): { folder: string; remove(): void } {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'kalakal-bench-')), 'checkout')
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', folder, ref], { stdio: 'inherit' })
  return {
    folder,
    remove() {
      execFileSync('git', ['worktree', 'remove', '--force', folder])
      rmSync(path.dirname(folder), { recursive: true, force: true })
    },
  }
}
