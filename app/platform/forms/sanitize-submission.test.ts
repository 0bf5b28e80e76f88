import { getZodConstraint } from '@conform-to/zod/v4'
import { expect, it } from 'vitest'
import { z } from 'zod/mini'
import { sanitizeSubmission } from './sanitize-submission'

const names = Object.keys(
  getZodConstraint(
    z.object({
      remarks: z.optional(z.string()),
      tags: z.array(z.string()),
      place: z.object({ area: z.string() }),
      lines: z.array(z.object({ product: z.string(), quantity: z.optional(z.string()) })),
    }),
  ),
)

it('leaves what a form sent as it is', () => {
  const sent = {
    remarks: 'soon',
    tags: ['a', 'b'],
    place: { area: 'Cebu' },
    lines: [{ product: 'p', quantity: '2' }, {}],
    idempotencyKey: 'x',
  }
  expect(sanitizeSubmission(sent, names)).toEqual(sent)
})

it('keeps the one tick of a list of boxes', () => {
  expect(sanitizeSubmission({ tags: 'a' }, names)).toEqual({ tags: ['a'] })
})

it.each([
  [{ remarks: ['soon', 'later'] }, {}],
  [{ remarks: { key: 'soon' } }, {}],
  [{ tags: '' }, {}],
  [{ tags: { key: 'a' } }, {}],
  [{ place: 'Cebu' }, {}],
  [{ place: { area: ['Cebu'] } }, { place: {} }],
  [{ lines: 'p' }, {}],
  [{ lines: ['p', { product: 'p', quantity: ['2'] }] }, { lines: [undefined, { product: 'p' }] }],
])('leaves out what no field can hold: %j', (sent, kept) => {
  expect(sanitizeSubmission(sent as Record<string, unknown>, names)).toEqual(kept)
})
