import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../../tools/cluster.ts'
import { hashOf } from '../../../tools/hash-of.mjs'
import type { BenchSection } from '../context.ts'
import { MIB, mib, ms } from '../measure.ts'

const START_MS = 2500
const REST = 400 * MIB
const SETTLE_MS = 5000

/** Measures the second start of `npm run quickstart` in a clone of the last commit, and the server's memory after it. */
export const start: BenchSection = {
  name: 'start',
  title: 'The embedded server',
  about:
    '`npm run quickstart` in a clone of the last commit, with the database in the process and the demo companies; the second start.',
  async run() {
    const folder = cloned()
    try {
      const env = { PORT: String(await freePort()), KALAKAL_DATA_DIR: path.join(folder, '.data') }
      await (await quickstart(folder, env)).stop()
      const second = await quickstart(folder, env)
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
      const { memoryMiB } = await (await fetch(`${second.origin}/health`)).json()
      await second.stop()
      return [
        {
          work: 'Second start, until it listens',
          figure: ms(second.taken),
          target: `≤ ${ms(START_MS)}`,
          met: second.taken <= START_MS,
        },
        {
          work: 'Memory at rest, the database included',
          figure: mib(memoryMiB * MIB),
          target: `≤ ${mib(REST)}`,
          met: memoryMiB * MIB <= REST,
        },
      ]
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** Makes a clone with the packages of this folder, as after `npm ci`. */
function cloned(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kalakal-quickstart-'))
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', '.', folder])
  const modules = path.join(folder, 'node_modules')
  mkdirSync(modules)
  for (const name of readdirSync('node_modules'))
    symlinkSync(path.resolve('node_modules', name), path.join(modules, name))
  // The quickstart writes this file when it has installed the packages of this lockfile.
  rmSync(path.join(modules, '.kalakal-lock'), { force: true })
  writeFileSync(path.join(modules, '.kalakal-lock'), hashOf(['package-lock.json']))
  return folder
}

/** Runs the quickstart until it prints its address. */
async function quickstart(folder: string, env: Record<string, string>) {
  const began = performance.now()
  const child = spawn('npm', ['run', '--silent', 'quickstart'], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const origin = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk
      const [, found] = /is running:\s+(\S+)/.exec(output) ?? []
      if (found) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`The quickstart ended with ${code}:\n${output}`)))
  })
  const taken = performance.now() - began
  return {
    origin,
    taken,
    stop: () =>
      new Promise<void>((resolve) => {
        child.once('close', () => resolve())
        process.kill(-child.pid!, 'SIGTERM')
      }),
  }
}
