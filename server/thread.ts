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
