import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { version } from '../package.json'
import { readProgram } from '../server/embedded-supabase/database/program.ts'
import { makeArchive } from './release/archive.ts'
import { objections, sectionOf } from './release/checks.ts'
import { KEPT } from './release/kept-versions.ts'

const USAGE = 'Usage: npm run release [-- --skip-verify]'
const FOLDER = 'release'

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' })
const run = (...args: string[]) => execFileSync('npm', ['run', ...args], { stdio: 'inherit' })

/** `npm run release` checks the sources, builds, packs an archive and tags the commit. Nothing leaves this machine. */
function main(): void {
  const args = process.argv.slice(2)
  if (args.some((arg) => arg !== '--skip-verify')) throw new Error(USAGE)
  const changelog = readFileSync('CHANGELOG.md', 'utf8')
  const found = objections({
    version,
    changelog,
    branch: git('rev-parse', '--abbrev-ref', 'HEAD').trim(),
    changes: git('status', '--porcelain'),
    tags: git('tag', '--list').split('\n'),
    kept: KEPT,
    hasMigration: readProgram('supabase').isReleased,
  })
  if (found.length > 0) throw new Error(found.join('\n'))
  if (args.length === 0) run('verify')
  run('build')
  const archive = makeArchive(FOLDER)
  const hash = createHash('sha256').update(readFileSync(archive)).digest('hex')
  writeFileSync(`${archive}.sha256`, `${hash}  ${path.basename(archive)}\n`)
  const message = `Version ${version}\n\n${sectionOf(changelog, version)}`
  execFileSync('git', ['tag', '-a', `v${version}`, '--cleanup=verbatim', '-F', '-'], {
    input: message,
  })
  console.log(`${archive} is made, and the commit has the tag v${version}.`)
  console.log(`Publish both: git push origin main v${version}`)
}

try {
  main()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
