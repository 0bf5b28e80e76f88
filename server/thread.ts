import { readlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts a thread. Built, its program lies as JavaScript beside this one; as source it is TypeScript, and
 * tsx must load it.
 *
 * @param built name of the program in the build (vite.server.config.ts).
 * @param source its module, seen from this folder.
 */
export function startThread(built: string, source: string, options: WorkerOptions): Worker {
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL(`./${built}.js`, import.meta.url), options)
  const module = JSON.stringify(new URL(source, import.meta.url).href)
  const start = `import('tsx/esm/api').then(({ register }) => { register(); return import(${module}) })`
  return new Worker(start, { ...options, eval: true })
}

/** Lets all other threads compute first, this process's too, where the system knows priorities of threads (Linux). */
export function giveWay(): void {
  try {
    const thread = Number(path.basename(readlinkSync('/proc/thread-self')))
    os.setPriority(thread, os.constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Elsewhere only a process has one.
  }
}
