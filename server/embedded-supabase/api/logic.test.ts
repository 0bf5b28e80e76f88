import { describe, expect, it } from 'vitest'
import { joinFilters } from './logic.ts'

describe('joinFilters', () => {
  it('joins several or filters with and', () => {
    const url = new URL(
      joinFilters(
        'http://x/rest/v1/bookings?select=id&or=(a.eq.1,b.eq.2)&or=(c.gt."x, y")&limit=2',
      ),
    )
    expect(url.searchParams.getAll('or')).toEqual([])
    expect(url.searchParams.get('and')).toBe('(or(a.eq.1,b.eq.2),or(c.gt."x, y"))')
    expect(url.searchParams.get('limit')).toBe('2')
  })

  it('leaves everything else as it is', () => {
    for (const url of ['http://x/rest/v1/a?or=(a.eq.1)', 'http://x/rest/v1/a?select=%2A']) {
      expect(joinFilters(url)).toBe(url)
    }
  })
})
