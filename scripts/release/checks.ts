/** The facts that a release is judged by. */
export interface Sources {
  version: string
  changelog: string
  branch: string
  /** The output of `git status --porcelain`. */
  changes: string
  tags: readonly string[]
  /** The versions that left a fixture in tests/upgrades. */
  kept: readonly string[]
  /** The newest migration leads to the declared state. */
  hasMigration: boolean
}

const VERSION = /^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/

/** Returns what stands against a release; nothing where it may be made. */
export function objections({
  version,
  changelog,
  branch,
  changes,
  tags,
  kept,
  hasMigration,
}: Sources): string[] {
  const found: string[] = []
  if (!VERSION.test(version)) found.push(`package.json has no version as 1.2.3: ${version}.`)
  if (branch !== 'main') found.push(`A release is made on main, not on ${branch}.`)
  if (changes.trim()) found.push('Files are changed: commit them first.')
  if (tags.includes(`v${version}`))
    found.push(`The tag v${version} is there. Raise the version in package.json.`)
  if (!hasMigration)
    found.push(
      'The migrations do not lead to supabase/schemas: write one with npm run release:migration, and commit it.',
    )
  if (!version.startsWith('0.') && !kept.includes(version))
    found.push(
      `tests/upgrades has nothing of ${version}: make it with npm run fixture, and commit it.`,
    )
  if (/^## \[Unreleased\]\s*\n(?:(?!## ).*\n)*?- /m.test(changelog))
    found.push(
      'CHANGELOG.md has entries under Unreleased: give them the version that they come with.',
    )
  const section = sectionOf(changelog, version)
  if (section === null)
    found.push(
      `CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD". Give Unreleased this title.`,
    )
  else if (!section.includes('- '))
    found.push(`The section of ${version} in CHANGELOG.md is empty.`)
  return found
}

/** Returns what the changelog says of a version; null where it has no dated section of it. */
export function sectionOf(changelog: string, version: string): string | null {
  const parts = changelog.split(/^## /m)
  const title = new RegExp(`^\\[${version.replaceAll('.', '\\.')}\\] - \\d{4}-\\d{2}-\\d{2}$`)
  const part = parts.find((text) => title.test(text.split('\n')[0]!.trim()))
  return part === undefined ? null : part.slice(part.indexOf('\n') + 1).trim()
}
