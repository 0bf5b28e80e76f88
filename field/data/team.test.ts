import { expect, it } from 'vitest'
import type { TeamMember } from '~/platform/field/team'
import { byAge } from './team.ts'

const at = (person: string, waiting: number, waiting_since?: string) =>
  ({ person, waiting, ...(waiting_since && { waiting_since }) }) as TeamMember

it('has those first whose acts wait longest on the phone, and leaves the others as they were', () => {
  const people = [
    at('Ana', 0),
    at('Ben', 1, '2026-11-30T08:00:00+08:00'),
    at('Cora', 0, '2026-11-01T00:00:00+00:00'),
    at('Dan', 9, '2026-11-30T01:00:00+00:00'),
    at('Eva', 2),
    at('Fe', 1, '2026-11-29T23:00:00+00:00'),
  ]
  expect(byAge(people).map(({ person }) => person)).toEqual([
    ...['Fe', 'Ben', 'Dan', 'Eva'],
    ...['Ana', 'Cora'],
  ])
})
