import { expect, it } from 'vitest'
import { objections, type Sources, sectionOf } from './checks.ts'

const changelog = `# Changelog

## [Unreleased]

## [1.2.3] - 2027-01-31

### Added

- Something.

## [1.2.2] - 2027-01-01

### Fixed
`
const ready: Sources = {
  version: '1.2.3',
  changelog,
  branch: 'main',
  changes: '',
  tags: ['v1.2.2'],
  kept: ['1.2.2', '1.2.3'],
  hasMigration: true,
}
const against = (change: Partial<Sources>) => objections({ ...ready, ...change })

it('a release needs main without changes, a new tag and a section that says something', () => {
  expect(against({})).toEqual([])
  expect(against({ branch: 'work' })[0]).toContain('not on work')
  expect(against({ changes: ' M README.md\n' })[0]).toContain('Files are changed')
  expect(against({ kept: ['1.2.2'] })[0]).toContain(
    'nothing of 1.2.3: make it with npm run fixture',
  )
  expect(against({ hasMigration: false })[0]).toContain('npm run release:migration')
  expect(against({ tags: ['v1.2.3'] })[0]).toContain('tag v1.2.3 is there')
  expect(against({ version: '1.3.0', kept: ['1.3.0'] })[0]).toContain(
    'no section "## [1.3.0] - YYYY-MM-DD"',
  )
  expect(against({ version: '1.2.2', tags: [] })[0]).toContain('1.2.2 in CHANGELOG.md is empty')
  const open = changelog.replace('[Unreleased]\n', '[Unreleased]\n\n### Fixed\n\n- Else.\n')
  expect(against({ changelog: open })).toEqual([expect.stringContaining('under Unreleased')])
  expect(against({ version: '1.2' }).join()).toContain('no version as 1.2.3')
})

it('the section of a version ends where the next begins', () => {
  expect(sectionOf(changelog, '1.2.3')).toBe('### Added\n\n- Something.')
  expect(sectionOf(changelog, '1x2.3')).toBe(null)
})
