import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Is built into the pages, and is not loaded by the server. */
const BUILT_IN = ['lucide-react']

interface Manifest {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

/**
 * Returns the folders of the installed packages that the product needs to run, without those of development: what
 * package.json depends on, and what that depends on. Optional ones are those of this machine's system.
 */
export function packagesToRun(root: string): string[] {
  const found = new Set<string>()
  const add = (name: string, from: string, optional: boolean) => {
    const folder = resolved(name, from, root)
    if (!folder) {
      if (optional) return
      throw new Error(`The package ${name}, which ${from} needs, is not installed.`)
    }
    if (found.has(folder)) return
    found.add(folder)
    const { dependencies = {}, optionalDependencies = {}, ...peers } = manifestOf(folder)
    for (const needed of Object.keys(dependencies))
      add(needed, folder, needed in optionalDependencies)
    for (const wanted of Object.keys(optionalDependencies)) add(wanted, folder, true)
    for (const peer of Object.keys(peers.peerDependencies ?? {}))
      if (!peers.peerDependenciesMeta?.[peer]?.optional) add(peer, folder, false)
  }
  for (const name of Object.keys(manifestOf(root).dependencies ?? {}))
    if (!BUILT_IN.includes(name)) add(name, root, false)
  return [...found].map((folder) => path.relative(root, folder)).sort()
}

const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest

/** Looks for a package as Node does, from a folder upwards, not above the root. */
function resolved(name: string, from: string, root: string): string | null {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, 'node_modules', name)
    if (existsSync(path.join(candidate, 'package.json'))) return candidate
    if (folder === root) return null
  }
}
