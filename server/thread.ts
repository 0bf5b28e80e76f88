import { Worker, type WorkerOptions } from 'node:worker_threads'
import { PROGRAMS } from './programs.mjs'

/**
 * Starts one of the server's programs on a thread. Built, it lies as JavaScript beside this one; as source it is
 * TypeScript, and tsx must load it.
 */
export function startThread(program: keyof typeof PROGRAMS, options: WorkerOptions): Worker {
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL(`./${program}.js`, import.meta.url), options)
  const module = JSON.stringify(new URL(`../${PROGRAMS[program]}`, import.meta.url).href)
  const start = `import('tsx/esm/api').then(({ register }) => { register(); return import(${module}) })`
  return new Worker(start, { ...options, eval: true })
}
