import { describe, expect, it } from 'vitest'
import { describeCallFilters, readCallFilters } from './filters'

const AGENT = '7f1cc9a2-7d3f-4c58-9a53-3c6f0a1f8a11'
const read = (query: string) => readCallFilters(`http://k.test/?${query}`, '2026-11-21')

describe('readCallFilters', () => {
  it('is about this month when nothing is asked', () => {
    expect(read('')).toEqual({ from: '2026-11-01', to: '2026-11-21', basis: 'delivery' })
  })

  it('takes the filters of the report, and leaves out nonsense', () => {
    expect(
      read(
        `from=2026-02-30&to=2026-03-05&agent_id=${AGENT}&product_id=x&category1= Drinks &min_pieces=12&active_days=-1&universe=all&level=total`,
      ),
    ).toEqual({
      from: '2026-03-01',
      to: '2026-03-05',
      basis: 'delivery',
      agent_id: AGENT,
      category1: 'Drinks',
      min_pieces: '12',
    })
  })
})

describe('describeCallFilters', () => {
  it('says what was not bought, and when', () => {
    expect(describeCallFilters(read('category1=Drinks&basis=added'), null)).toBe(
      'No purchases of Drinks from 11/01/2026 to 11/21/2026, by booking date',
    )
    expect(describeCallFilters(read('category2=(none)'), null)).toBe(
      'No purchases of products without a category from 11/01/2026 to 11/21/2026, by delivery date',
    )
    expect(describeCallFilters(read('universe=active'), null)).toBe(
      'No purchases from 11/01/2026 to 11/21/2026, by delivery date, of those who bought in the last 90 days',
    )
  })
})
