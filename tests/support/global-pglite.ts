import type { TestProject } from 'vitest/node'
import { pgliteTemplate } from '../../scripts/verify/test-databases.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * Each test file starts from this: a migrated database of this PostgreSQL, or the file of a
     * PGlite's data.
     */
    template: string
  }
}

/** Migrates once before the database tests on PGlite, so that each file starts from a copy. */
export default async function setup(project: TestProject) {
  project.provide('template', await pgliteTemplate())
}
