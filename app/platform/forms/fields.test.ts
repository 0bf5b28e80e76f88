import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseWithZod } from '@conform-to/zod/v4'
import { describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { numberField } from '../forms/fields'

/** Reads a form as actions do. */
function typed(text: string, field = numberField({ missing: 'Enter days.', min: 0, max: 365 })) {
  const form = new FormData()
  form.set('days', text)
  const read = parseWithZod(form, { schema: z.object({ days: field }) })
  return read.status === 'success' ? read.value.days : read.error?.days
}

describe('a typed number', () => {
  it.each([
    ['30', 30],
    [' 30 ', 30],
    ['0', 0],
    ['007', 7],
  ])('%j is %i', (text, number) => expect(typed(text)).toBe(number))

  it.each(['', '1.000', '1e2', '0x1E', '0b11', '12,5', '3.5', 'Infinity', 'NaN', '٣٠', '1 2'])(
    '%j is none',
    (text) => expect(typed(text)).toEqual(['Enter days.']),
  )

  it('has bounds that are said, and thousands', () => {
    expect(typed('-1')).toEqual(['At least 0.'])
    expect(typed('1,000')).toEqual(['At most 365.'])
    const many = { missing: 'Enter a number.', min: 1, max: 100_000 }
    expect(typed('1,000', numberField(many))).toBe(1000)
    expect(typed('100,001', numberField(many))).toEqual(['At most 100,000.'])
    expect(typed('0', numberField({ ...many, outside: 'From 1.' }))).toEqual(['From 1.'])
  })

  it('has the decimals that are asked for', () => {
    const millimeters = numberField({
      missing: 'Enter millimeters.',
      min: 0,
      max: 300,
      decimals: 1,
    })
    expect(typed('12.5', millimeters)).toBe(12.5)
    for (const text of ['12,5', '12.55', '1.000'])
      expect(typed(text, millimeters)).toEqual(['Enter millimeters.'])
  })
})

/** Schemas with numbers that nobody types: versions, choices of a list, and answers of the database. */
const NOT_TYPED = new Set([
  'app/modules/admin/people/schema.ts',
  'app/modules/admin/projects/settings-actions.server.ts',
  'app/modules/admin/queries.server.ts',
  'app/modules/field/act-file.ts',
  'app/modules/field/act/facts.ts',
  'app/modules/field/stops/schema.ts',
  'app/modules/import/components/ImportHistory.tsx',
  'app/modules/inbox/facts.server.ts',
  'app/modules/reports/mails/schema.ts',
  'app/modules/sharing/shared.server.ts',
  'app/platform/access/sign-in-throttle.server.ts',
  'app/platform/forms/fields.ts',
])

it('no other schema has a number that the form library would read', () => {
  const found = execFileSync('git', ['ls-files', 'app'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .filter((file) => /\bz\.(number|int|int32|bigint|coerce)\b/.test(readFileSync(file, 'utf8')))
  expect(found.sort()).toEqual([...NOT_TYPED])
})
