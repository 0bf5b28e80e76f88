import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { reachedFrom } from '../../tools/imports.mjs'
import { ENGINE_FILES, HOSTED_FILES, HOSTED_WEB_FILES } from './files.mjs'

/** Folders of the tests of each suite, and single files. */
const SUITES = {
  unit: ['app', 'server', 'scripts'],
  'db-pglite': ENGINE_FILES,
  'db-postgres': ['tests/db'],
  hosted: ['tests/hosted', ...HOSTED_FILES],
  'hosted-web': HOSTED_WEB_FILES,
  northwind: ['tests/northwind'],
  http: ['tests/http'],
  e2e: ['tests/e2e'],
}
/** @typedef {keyof typeof SUITES} Suite */
/** @typedef {Record<Suite, string[]>} Chosen */

const suites = /** @type {Suite[]} */ (Object.keys(SUITES))
const DATABASE = /** @type {Suite[]} */ (['db-pglite', 'db-postgres', 'hosted', 'northwind'])
const WEB = /** @type {Suite[]} */ (['http', 'e2e', 'hosted-web'])

/** Files that everything hangs on. */
const EVERYTHING = /^(package(-lock)?\.json|vite\S*\.config\.ts|remix\.config\.js|scripts\/verify)/
/** Files that every page hangs on. */
const EVERY_PAGE = /^(server|public|scripts\/demo|tools|app\/(styles|ui|root|entry|routes|paths))/

/**
 * Files that differ from the main branch, committed or not.
 *
 * @returns {string[]}
 */
export function changedFiles() {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const base = ['main', 'origin/main'].flatMap((branch) => {
    try {
      return [git('merge-base', branch, 'HEAD').trim()]
    } catch {
      return []
    }
  })[0]
  const listed = [
    git('diff', '--name-only', base ?? 'HEAD'),
    git('ls-files', '--others', '--exclude-standard'),
  ]
  return [...new Set(listed.join('\n').split('\n').filter(Boolean))].sort()
}

/**
 * The test files that changed files touch, by suite. tests/README.md says what this leaves out.
 *
 * @param {readonly string[]} changed
 * @returns {Chosen}
 */
export function testsOf(changed) {
  const all = /** @type {Chosen} */ (
    Object.fromEntries(suites.map((suite) => [suite, SUITES[suite].flatMap(testsBelow)]))
  )
  if (changed.some((file) => EVERYTHING.test(file))) return all
  const touched = new Set(changed)
  const modules = touchedModules(touched)
  const addresses = modules.flatMap(addressesOf)
  const whole = new Set([
    ...(changed.some((file) => file.startsWith('supabase/')) ? DATABASE : []),
    ...(changed.some((file) => EVERY_PAGE.test(file)) ? WEB : []),
  ])
  const isTouched = (/** @type {Suite} */ suite, /** @type {string} */ test) => {
    if (whole.has(suite)) return true
    const reached = reachedFrom([test])
    if ([...reached].some((file) => touched.has(file))) return true
    if (test === 'scripts/docs.test.ts') return true
    if (!WEB.includes(suite) || modules.length === 0) return false
    // Tests that use the list of routes visit all addresses.
    if (reached.has('tests/support/routes.ts')) return true
    const text = readFileSync(test, 'utf8')
    return addresses.some((address) => text.includes(address))
  }
  return /** @type {Chosen} */ (
    Object.fromEntries(
      suites.map((suite) => [suite, all[suite].filter((test) => isTouched(suite, test))]),
    )
  )
}

/**
 * The modules of app/modules that have a route which reaches one of these files.
 *
 * @param {Set<string>} touched
 */
function touchedModules(touched) {
  return readdirSync('app/modules').filter((module) => {
    const routes = filesBelow(`app/modules/${module}`).filter((file) => /\.route\.tsx?$/.test(file))
    return [...reachedFrom(routes)].some((file) => touched.has(file))
  })
}

/**
 * Returns the texts by which a test may name the pages of a module: the keys of its address list,
 * and the first part of its addresses.
 *
 * @param {string} module
 * @returns {string[]}
 */
function addressesOf(module) {
  const routes = `app/modules/${module}/routes.ts`
  if (!existsSync(routes)) return []
  const lists = new Set(
    [...readFileSync(routes, 'utf8').matchAll(/paths\.(\w+)/g)].map(([, list]) => list),
  )
  const paths = readFileSync('app/paths.ts', 'utf8')
  return [...lists].flatMap((list) => {
    const [block = ''] = new RegExp(`^  ${list}: (\\{[^]*?^  \\}|.*),?$`, 'm').exec(paths) ?? []
    const starts = [...block.matchAll(/['`](\/[\w-]+)/g)].map(([, start]) => start ?? '')
    return [`paths.${list}`, ...new Set(starts)]
  })
}

/** @param {string} folder or a test file */
const testsBelow = (folder) =>
  TEST.test(folder) ? [folder] : filesBelow(folder).filter((file) => TEST.test(file))
const TEST = /\.test\.tsx?$/

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(file) : [file]
  })
}
