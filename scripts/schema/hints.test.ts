import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readDeclaredState } from '../../server/embedded-supabase/database/declared-state.ts'

const { script, objects } = readDeclaredState()
const HINT = /plan_cache_mode = \w+|work_mem = '\w+'|\benable_\w+ = \w+|\boffset 0\b/g
const document = readFileSync('docs/planner-hints.md', 'utf8')

const used = objects
  .filter(({ kind }) => kind === 'function')
  .flatMap(({ name, text }) => [...text.matchAll(HINT)].map(([hint]) => `${name}: ${hint}`))

/** The rows of the table: function, hint, reason, what was measured with it and without it. */
const rows = document
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

it('every hint to the planner is in the list, and none is listed that is not used', () => {
  const listed = rows.map(([of = '', hint = '']) => `${of.slice(1, -1)}: ${hint.slice(1, -1)}`)
  expect(listed.sort()).toEqual([...used].sort())
})

it('every hint stands in a function and has its reason and its measurement', () => {
  expect(script.match(HINT)).toHaveLength(used.length)
  for (const [name, , reason = '', measured = ''] of rows) {
    expect(reason.length, name).toBeGreaterThan(10)
    expect(measured, name).toMatch(/\d/)
  }
})

it('there are few hints', () => {
  expect(used.length).toBeLessThanOrEqual(18)
})
