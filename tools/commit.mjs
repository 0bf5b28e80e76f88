import { spawnSync } from 'node:child_process'

/**
 * Returns the commit of the sources, with "-dirty" behind it where files differ from it; null outside of a repository.
 *
 * @returns {string | null}
 */
export function commitOfSources() {
  const { status, stdout } = spawnSync(
    'git',
    ['describe', '--always', '--dirty', '--abbrev=12', '--exclude=*'],
    { encoding: 'utf8' },
  )
  return status === 0 ? stdout.trim() : null
}
