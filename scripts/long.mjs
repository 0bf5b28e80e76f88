// One long form of tests whose short forms run in `npm run verify`: `npm run mutation`, `npm run fuzz`, `npm run model`,
// `npm run faults`, `npm run node22`. `npm run verify:nightly` runs them all, after the suites.

import { needBrowser, needPackages, needPostgres } from '../tools/needs.mjs'
import { run } from '../tools/process.mjs'
import { LONG_FORMS } from './verify/long-forms.mjs'

const name = /** @type {keyof typeof LONG_FORMS} */ (process.argv[2] ?? '')
const form = LONG_FORMS[name]
if (!form) throw new Error(`Choose one of ${Object.keys(LONG_FORMS).join(', ')}.`)
if (!(await needPackages())) throw new Error('npm ci failed.')
Object.assign(process.env, await needPostgres())
const isNode = name.startsWith('node')
if (name === 'faults' || name === 'fuzz' || isNode)
  if ((await run('npm', ['run', 'build'], { quiet: true })) !== 0) throw new Error('No build.')
if ((name === 'fuzz' || isNode) && !(await needBrowser())) throw new Error('No Chromium.')
const { passed, failed } = await form()
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)
