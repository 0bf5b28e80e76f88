import { readdirSync } from 'node:fs'
import path from 'node:path'

/** The folder of what released versions left to later ones (docs/operations.md, "Releases"). */
export const UPGRADES = 'tests/upgrades'

/** The versions that left something. */
export const KEPT = readdirSync(UPGRADES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

/** The backup of the demo companies by a version, and the statements of its data set. */
export const demoOf = (version: string) => path.join(UPGRADES, version, 'demo')
export const dataOf = (version: string) => path.join(UPGRADES, version, 'data')
