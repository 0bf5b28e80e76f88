import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { version } from '../../package.json'
import { BASELINE, declaredFiles, declaredState } from './declared.ts'

it.runIf(version.startsWith('0.'))(
  'the declared state is written into the baseline: run `npm run db:diff` after a change of supabase/schemas',
  () => {
    expect(readFileSync(BASELINE, 'utf8') === declaredState()).toBe(true)
  },
)

it('the declared state defines each function once', () => {
  const defined = declaredFiles().flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^create or replace function ([\w.]+)/gm)].map(
      ([, name]) => name!,
    ),
  )
  expect(defined.filter((name, at) => defined.indexOf(name) < at)).toEqual([])
  expect(defined.length).toBeGreaterThan(500)
})
