import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'
import { preparePglite } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** File with a migrated PGlite data folder, which each test file begins from. */
    template: string
  }
}

/** Before the database tests on PGlite: migrates once, so that each file starts from a copy. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(path.join(tmpdir(), 'kalakal-pglite-'))
  const driver = await PGlite.create()
  await preparePglite(driver)
  const template = path.join(folder, 'template.tar')
  const dump = await driver.dumpDataDir('none')
  writeFileSync(template, Buffer.from(await dump.arrayBuffer()))
  await driver.close()
  project.provide('template', template)
  return () => rmSync(folder, { recursive: true, force: true })
}
