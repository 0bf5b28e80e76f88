import { expect, it } from 'vitest'
import { excluded } from './total-note'

it('names what a total leaves out, and nothing when it leaves nothing out', () => {
  const note = excluded([
    [1200, 'pending'],
    [0, 'returned'],
    [1, 'cancelled'],
  ])
  expect(note).toBe('excl. 1,200 pending, 1 cancelled')
  expect(excluded([[0, 'cancelled']])).toBeUndefined()
})
