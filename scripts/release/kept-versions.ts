import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** The folder of what released versions left to later ones (docs/operations.md, "Releases"). */
export const UPGRADES = 'tests/upgrades'

/** The versions that left something. */
export const KEPT = readdirSync(UPGRADES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

/** The backup of the demo companies by a version. */
export const demoOf = (version: string) => path.join(UPGRADES, version, 'demo')

/**
 * The folder of the statements that load the benchmarks' data set into a database of a version: this version's, as long as they fit
 * its tables too.
 */
export function dataOf(version: string): string {
  const own = `scripts/bench/version-${version.split('.').slice(0, 2).join('.')}`
  return existsSync(own) ? own : 'scripts/bench/version'
}
