import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from './auth.ts'

/** A program that answers at `ready` once it has started. */
interface Child {
  name: string
  command: [file: string, ...args: string[]]
  cwd?: string
  env: NodeJS.ProcessEnv
  ready: string
}

/** A program of Supabase that listens at an address of its own. */
interface Program extends Omit<Child, 'ready'> {
  url: string
  /** The path that answers once it is ready. */
  health: string
  /** The path at the gateway that stands before the program's own paths. */
  prefix: string
}

const START_MS = 60_000

/**
 * Starts a program, waits until it answers, and returns what ends it.
 *
 * @throws with what it wrote when it ends or does not answer in time.
 */
export async function startChild({ name, command, cwd, env, ready }: Child, startMs = START_MS) {
  const [file, ...args] = command
  const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd, env })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const ended = once(child, 'close')
  const stop = async () => {
    child.kill()
    await ended
  }
  for (const began = Date.now(); !(await fetch(ready).catch(() => null))?.ok; ) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() - began > startMs) {
      await stop()
      throw new Error(`${name} did not start:\n${said}`)
    }
    await sleep(50)
  }
  return stop
}

/** Starts a program, waits until it answers, and passes requests on to it. */
export async function startProgram({ url, health, prefix, ...child }: Program): Promise<Service> {
  const stop = await startChild({ ...child, ready: url + health })
  return {
    stop,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
      const answer = await fetch(`${url}${pathname.replace(prefix, '')}${search}`, {
        method: request.method,
        headers: new Headers(request.headers),
        body: hasBody ? await request.arrayBuffer() : null,
      })
      const passed = new Headers(answer.headers)
      for (const header of ['content-encoding', 'content-length', 'transfer-encoding'])
        passed.delete(header)
      return new Response(answer.body, { status: answer.status, headers: passed })
    },
  }
}
