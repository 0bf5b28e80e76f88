import type { TestProject } from 'vitest/node'
import { browserAtHand } from '../../tools/needs.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    /** The program of the browser. */
    browser: string
  }
}

/** Finds a Chromium before tests that use pages; each process of the run starts it once. */
export default async function setup(project: TestProject) {
  const executable = await browserAtHand()
  if (!executable) throw new Error('No Chromium: set CHROMIUM_PATH or install chromium.')
  project.provide('browser', executable)
}
