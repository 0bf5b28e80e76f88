import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { freePort } from './cluster.ts'

/** The built web server, wherever its process is looked after. */
export interface WebServer {
  /** The origin as a browser on this machine calls it. */
  origin: string
  folder: string
}

/** A server whose process belongs to one test. */
export interface RunningServer extends WebServer {
  process: ChildProcess
  /** Returns everything that the server printed so far. */
  output(): string
  /** SIGTERM, then its exit code. */
  stop(): Promise<number | null>
}

const START_MS = 60_000

/** Returns the environment of a test server, independent of the environment of the test run. */
function cleanEnv(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production' }
}

/**
 * Starts `npm start`'s program without waiting for it.
 *
 * @param cwd The folder in which the program is installed, where it is not this one.
 * @param options Options of Node.
 */
export function spawnServer(
  folder: string,
  port: number,
  env: Record<string, string> = {},
  cwd = process.cwd(),
  options: readonly string[] = [],
) {
  const child = spawn(process.execPath, [...options, 'build/http/index.js'], {
    cwd,
    env: { ...cleanEnv(), PORT: String(port), KALAKAL_DATA_DIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, ended, output: () => output }
}

/** Starts the server on a data folder and waits until it answers. */
export async function openServer(
  folder: string,
  env: Record<string, string> = {},
  cwd = process.cwd(),
  options: readonly string[] = [],
): Promise<RunningServer> {
  const port = await freePort()
  const { child, ended, output } = spawnServer(folder, port, env, cwd, options)
  const origin = `http://127.0.0.1:${port}`
  for (const began = Date.now(); ; ) {
    if (child.exitCode !== null || Date.now() - began > START_MS) {
      child.kill('SIGKILL')
      throw new Error(`The server did not start:\n${output()}`)
    }
    // Its Host may not be the one it answers for (APP_ORIGIN): any answer will do.
    if (await fetch(`${origin}/health`).catch(() => null)) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    origin,
    folder,
    process: child,
    output,
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** Returns the ids of the processes that a process has started and that still run. */
export function childrenOf(pid: number): number[] {
  const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  return all
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (parent === pid ? [child!] : []))
}
