import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from './auth.ts'

/** A program of Supabase that listens at an address of its own. */
interface Program {
  name: string
  command: [file: string, ...args: string[]]
  cwd: string | undefined
  env: NodeJS.ProcessEnv
  url: string
  /** The path that answers once it is ready. */
  health: string
  /** What the gateway has before the program's own paths. */
  prefix: string
}

const START_MS = 60_000

/** Starts a program, waits until it answers, and passes requests on to it. */
export async function startProgram(program: Program): Promise<Service> {
  const { name, command, cwd, env, url, health, prefix } = program
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
  for (const began = Date.now(); !(await fetch(url + health).catch(() => null))?.ok; ) {
    if (child.exitCode !== null || Date.now() - began > START_MS) {
      await stop()
      throw new Error(`${name} did not start:\n${said}`)
    }
    await sleep(50)
  }
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
