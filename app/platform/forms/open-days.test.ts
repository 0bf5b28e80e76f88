import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { dateField } from '../values/typed-days'
import { openDayField, withOpenDays } from './open-days'

const schema = z
  .object({
    no: z.string({ error: 'Enter a number.' }),
    paid_on: openDayField,
    checked_on: z.optional(openDayField),
    due: dateField,
  })
  .check(z.refine(({ no }) => no !== 'x', { path: ['no'], error: 'Not x.' }))

const CLOSED = '2026-10-31'
const ERROR = 'The books are closed through 10/31/2026: choose a later day.'

function errorsOf(fields: Record<string, string>, closedThrough: string | null = CLOSED) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const submission = parseWithZod(form, { schema: withOpenDays(schema, closedThrough) })
  return submission.status === 'success' ? null : submission.reply().error
}

describe('withOpenDays', () => {
  it('takes the first open day and later ones', () => {
    expect(errorsOf({ no: '1', paid_on: '2026-11-01', due: '2026-10-01' })).toBeNull()
    expect(errorsOf({ no: '1', paid_on: '11/30/2026', due: '2026-10-01' })).toBeNull()
  })

  it('refuses the last closed day and earlier ones, however they are typed', () => {
    for (const paid_on of ['2026-10-31', '10/31/2026', '2025-12-31'])
      expect(errorsOf({ no: '1', paid_on, due: '2026-10-01' })).toEqual({ paid_on: [ERROR] })
  })

  it('refuses a closed day of an optional field, which may stay empty', () => {
    const sent = { no: '1', paid_on: '2026-11-02', due: '2026-10-01' }
    expect(errorsOf({ ...sent, checked_on: '' })).toBeNull()
    expect(errorsOf({ ...sent, checked_on: '2026-10-02' })).toEqual({ checked_on: [ERROR] })
  })

  it('shows a closed day beside the errors of other fields', () => {
    expect(errorsOf({ paid_on: '2026-10-02', due: '2026-10-01' })).toEqual({
      no: ['Enter a number.'],
      paid_on: [ERROR],
    })
    expect(errorsOf({ no: 'x', paid_on: 'soon', due: '2026-10-01' })).toMatchObject({
      paid_on: ['Enter a date as MM/DD/YYYY.'],
    })
  })

  it('refuses no day while nothing is closed', () => {
    expect(errorsOf({ no: '1', paid_on: '1999-01-01', due: '2026-10-01' }, null)).toBeNull()
    expect(withOpenDays(schema, null)).toBe(schema)
  })

  it('keeps what else the schema asks for', () => {
    expect(getZodConstraint(withOpenDays(schema, CLOSED))).toEqual(getZodConstraint(schema))
    expect(errorsOf({ no: 'x', paid_on: '2026-11-01', due: '2026-10-01' })).toEqual({
      no: ['Not x.'],
    })
  })
})
