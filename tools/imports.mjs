import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Matches what a module names: imports, re-exports, and programs by their path, such as a worker
 * thread's.
 */
const NAMED = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"\n]+)['"]|['"](\.\/[^'"\n]+\.(?:ts|mjs))['"]/g
const ENDINGS = ['', '.ts', '.tsx', '.mjs', '/index.ts', '/index.tsx']

/**
 * Returns the files of this repository that these modules reach by imports, including themselves,
 * as paths from the root.
 *
 * @param {readonly string[]} entries
 * @returns {Set<string>}
 */
export function reachedFrom(entries) {
  const reached = new Set(entries.map((entry) => path.normalize(entry)))
  for (const file of reached)
    if (/\.(ts|tsx|mjs)$/.test(file)) for (const next of importsOf(file)) reached.add(next)
  return reached
}

/** @type {Map<string, string[]>} */
const known = new Map()

/**
 * Returns the files of this repository that a module names.
 *
 * @param {string} file
 * @returns {string[]}
 */
function importsOf(file) {
  const before = known.get(file)
  if (before) return before
  const found = [...readFileSync(file, 'utf8').matchAll(NAMED)].flatMap(([, from, program]) => {
    const name = from ?? program ?? ''
    if (!/^(\.|~\/)/.test(name)) return []
    // server/thread.ts starts programs below its own folder.
    const targets = name.startsWith('~/')
      ? [path.join('app', name.slice(2))]
      : [path.join(path.dirname(file), name), path.join('server', name)]
    return targets
      .flatMap((target) => ENDINGS.map((ending) => path.normalize(target + ending)))
      .filter((target) => /\.\w+$/.test(target) && existsSync(target))
      .slice(0, 1)
  })
  known.set(file, found)
  return found
}
