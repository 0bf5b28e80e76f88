import { describe, expect, it } from 'vitest'
import { moved } from './order.ts'

describe('a stop that is moved', () => {
  const places = ['1', '2', '', '3']
  const order = [0, 1, 2, 3]

  it('changes places with its neighbor; the stops stand first', () => {
    expect(moved(places, order, 1, 1)).toEqual({
      places: ['1', '3', '', '2'],
      order: [0, 3, 1, 2],
    })
    expect(moved(places, order, 1, -1)).toEqual({
      places: ['2', '1', '', '3'],
      order: [1, 0, 3, 2],
    })
  })

  it('gets whole numbers after typed ones with gaps', () => {
    expect(moved(['70', '10', '40'], [0, 1, 2], 2, -1)).toEqual({
      places: ['3', '2', '1'],
      order: [2, 1, 0],
    })
  })

  it('stays at the ends, and without a place', () => {
    expect(moved(places, order, 0, -1)).toBeNull()
    expect(moved(places, order, 3, 1)).toBeNull()
    expect(moved(places, order, 2, 1)).toBeNull()
  })
})
