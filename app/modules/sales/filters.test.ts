import { describe, expect, it } from 'vitest'
import { agentsNamed, readBookingFilters } from './filters.ts'

const read = (query: string) => readBookingFilters(`http://localhost/sales/bookings?${query}`)

describe('readBookingFilters', () => {
  it('takes what is a value, and leaves out what is none', () => {
    expect(
      read('q=+aling+&stage=pending&from=11%2F02%2F2026&delivered_to=2026-11-30&agent=me'),
    ).toEqual({
      search: 'aling',
      stage: 'pending',
      agent: null,
      customer: null,
      customer_group: null,
      product: null,
      price_list: null,
      purchase: null,
      added_from: '2026-11-02',
      added_to: null,
      delivered_from: null,
      delivered_to: '2026-11-30',
      mine: false,
    })
    expect(Object.values(read('q=&stage=new&from=soon')).some(Boolean)).toBe(false)
  })
})

describe('agentsNamed', () => {
  const names = new Map([
    ['1', 'Jun Mercado'],
    ['2', 'Ana Cruz'],
  ])

  it('finds by any part of the name, and nobody when nothing is typed', () => {
    expect(agentsNamed(names, 'merc')).toEqual(['1'])
    expect(agentsNamed(names, null)).toEqual([])
    expect(agentsNamed(new Map([['3', 'Iñigo Ábel']]), 'INIGO ab')).toEqual(['3'])
  })
})
