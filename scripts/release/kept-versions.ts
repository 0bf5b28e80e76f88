import { readdirSync } from 'node:fs'
import path from 'node:path'

/** The folder of what released versions left to later ones (docs/operations.md, "Releases"). */
export const UPGRADES = 'tests/upgrades'

/** The versions that left something. */
export const KEPT = readdirSync(UPGRADES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

/** The backup of the demo companies by a version, the statements of its data set, and the hashes of its migrations. */
export const demoOf = (version: string) => path.join(UPGRADES, version, 'demo')
export const dataOf = (version: string) => path.join(UPGRADES, version, 'data')
export const migrationsOf = (version: string) => path.join(UPGRADES, version, 'migrations.json')
