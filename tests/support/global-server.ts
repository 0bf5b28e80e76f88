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

/** Before tests that talk to the built server: the demo companies, loaded once by their own command. */
export default function setup(project: TestProject) {
  if (!existsSync('build/http/index.js'))
    throw new Error('There is no build: run `npm run build` first.')
  const folder = mkdtempSync(path.join(tmpdir(), 'kalakal-demo-'))
  execFileSync('npm', ['run', 'demo', '--silent'], {
    env: { ...process.env, KALAKAL_DATA_DIR: folder, DATABASE_URL: '', SUPABASE_URL: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  project.provide('demoFolder', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
