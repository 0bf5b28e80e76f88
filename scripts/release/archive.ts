import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { COMMANDS } from '../../server/programs.mjs'
import { packagesToRun } from './packages.ts'

/** Files and folders of the project that belong to an installation, beside packages. */
const PARTS = [
  ...[
    'build',
    'supabase/migrations',
    'supabase/schemas',
    'supabase/templates',
    'supabase/config.toml',
  ],
  ...['LICENSE', 'CHANGELOG.md', 'README.md', '.env.example'],
  ...['docs/operations.md', 'docs/deployment.md', 'docs/self-hosted-supabase.md', 'docs/examples'],
]

/** Returns the name of a version's folder and archive: packages such as sharp are made for one system. */
const nameOf = (version: string) => `kalakal-${version}-${process.platform}-${process.arch}`

/**
 * Packs the build with the packages that it needs into `<folder>/<name>.tar.gz`, which runs with Node alone.
 *
 * @returns the archive.
 */
export function makeArchive(folder: string): string {
  const root = process.cwd()
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
    version: string
    scripts: Record<string, string>
    devDependencies?: object
  }
  const name = nameOf(manifest.version)
  const stage = mkdtempSync(path.join(tmpdir(), 'kalakal-release-'))
  const target = path.join(stage, name)
  try {
    mkdirSync(target)
    for (const part of PARTS)
      cpSync(path.join(root, part), path.join(target, part), { recursive: true })
    // Packages within it are copied by themselves: some of them are of development.
    for (const each of packagesToRun(root))
      cpSync(path.join(root, each), path.join(target, each), {
        recursive: true,
        filter: (file) => !path.relative(path.join(root, each), file).startsWith('node_modules'),
      })
    const commands = Object.keys(COMMANDS).map((command) => [
      command.replace('-', ':'),
      `node build/http/${command}.js`,
    ])
    const { devDependencies: _, ...kept } = manifest
    const scripts = { start: manifest.scripts.start, ...Object.fromEntries(commands) }
    writeFileSync(
      path.join(target, 'package.json'),
      `${JSON.stringify({ ...kept, scripts }, null, 2)}\n`,
    )
    mkdirSync(folder, { recursive: true })
    const archive = path.join(folder, `${name}.tar.gz`)
    execFileSync('tar', ['-czf', archive, '-C', stage, name])
    return archive
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}
