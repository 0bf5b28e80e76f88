import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Data folder with the two demo companies, which each server of a test begins from. */
    demoFolder: string
  }
}

/**
 * Before tests that talk to the built server: the demo companies, loaded once by their own command. KALAKAL_TEST_DEMO
 * names a folder that several suites share; the first one fills it.
 */
export default function setup(project: TestProject) {
  if (!existsSync('build/http/index.js'))
    throw new Error('There is no build: run `npm run build` first.')
  const shared = process.env.KALAKAL_TEST_DEMO
  const folder = shared ?? mkdtempSync(path.join(tmpdir(), 'kalakal-demo-'))
  if (!existsSync(path.join(folder, 'postgres')))
    execFileSync('npm', ['run', 'demo', '--silent'], {
      env: { ...process.env, KALAKAL_DATA_DIR: folder, DATABASE_URL: '', SUPABASE_URL: '' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  project.provide('demoFolder', folder)
  return () => {
    if (!shared) rmSync(folder, { recursive: true, force: true })
  }
}
