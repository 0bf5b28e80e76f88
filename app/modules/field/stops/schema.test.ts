import { describe, expect, it } from 'vitest'
import { fieldOfRow, placed } from './schema.ts'

const row = (customer_id: string, place?: number) => ({
  customer_id,
  place,
  weeks: 'every' as const,
})
const ROWS = [row('a', 3), row('b'), row('c', 1), row('d', 3), row('e', 2)]

describe('the rows of a route', () => {
  it('are ordered by their places; equal places keep the order of the form', () => {
    expect(placed(ROWS).map(({ customer_id }) => customer_id)).toEqual(['c', 'e', 'a', 'd'])
  })

  it('have the refusals of the database, which numbers the placed ones', () => {
    expect(fieldOfRow('stops[0].customer_id', ROWS)).toBe('stops[2].place')
    expect(fieldOfRow('stops[2].customer_id', ROWS)).toBe('stops[0].place')
    expect(fieldOfRow('stops[9].customer_id', ROWS)).toBe('stops')
    expect(fieldOfRow('agent_id', ROWS)).toBe('agent_id')
  })
})
