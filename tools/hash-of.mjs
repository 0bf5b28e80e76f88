import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * Returns a hash of names and contents of files, and of all files in folders.
 *
 * @param {string[]} paths
 */
export function hashOf(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(filesOf).sort()) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

/**
 * @param {string} start
 * @returns {string[]}
 */
function filesOf(start) {
  if (!statSync(start).isDirectory()) return [start]
  return readdirSync(start).flatMap((name) => filesOf(path.join(start, name)))
}
