import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, inject } from 'vitest'
import { freePort } from './cluster.ts'

/** The built web server as its own process, on a copy of the demo companies. */
export interface RunningServer {
  /** As a browser on this machine calls it. */
  origin: string
  folder: string
  process: ChildProcess
  /** Everything that it printed so far. */
  output(): string
  /** SIGTERM, then its exit code. */
  stop(): Promise<number | null>
}

const START_MS = 60_000

/** What a server of the tests begins with, whatever the surroundings of the test run say. */
function cleanEnv(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production' }
}

/** A copy of the demo companies' data folder. */
export function copyOfDemo(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kalakal-server-'))
  cpSync(inject('demoFolder'), folder, { recursive: true })
  return folder
}

/** Starts `npm start`'s program without waiting for it. */
export function spawnServer(folder: string, port: number, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['build/http/index.js'], {
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

/** Starts the server and waits until it answers. */
export async function startServer(
  env: Record<string, string> = {},
  folder = copyOfDemo(),
): Promise<RunningServer> {
  const port = await freePort()
  const { child, ended, output } = spawnServer(folder, port, env)
  const origin = `http://127.0.0.1:${port}`
  for (const began = Date.now(); ; ) {
    if (child.exitCode !== null || Date.now() - began > START_MS)
      throw new Error(`The server did not start:\n${output()}`)
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

/** One server for a test file. */
export function testServer(env: Record<string, string> = {}): RunningServer {
  const server = {} as RunningServer
  beforeAll(async () => {
    Object.assign(server, await startServer(env))
  }, 90_000)
  afterAll(async () => {
    await server.stop?.()
    rmSync(server.folder, { recursive: true, force: true })
  })
  return server
}
