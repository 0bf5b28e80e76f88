/**
 * `npm run prepare`, which npm runs after `npm ci`: lets git use the hooks in `.githooks`. Does nothing outside a git
 * checkout, in CI, and where other hooks are configured already. It never fails, so that an installation never does.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const git = (/** @type {string[]} */ ...args) => spawnSync('git', args, { encoding: 'utf8' })

if (!process.env.CI && existsSync('.git')) {
  const configured = git('config', '--get', 'core.hooksPath')
  if (!configured.error && configured.stdout.trim() === '')
    git('config', 'core.hooksPath', '.githooks')
}
