import { describe, expect, it } from 'vitest'
import { readActualFilters, readStockFilters } from './filters'

describe('the period of the actual view', () => {
  it('takes what the address says and falls back where it says nothing real', () => {
    const read = (query: string) => readActualFilters(`http://x/?${query}`, 'Asia/Manila', true)
    expect(read('from=2026-01-05&to=2026-01-09')).toMatchObject({
      from: '2026-01-05',
      to: '2026-01-09',
    })
    expect(read('from=2026-02-30').from).toMatch(/-01$/)
    expect(read('non_zero=1')).toMatchObject({ non_zero: true, below_reorder: false })
  })
})

describe('the filters of the list view', () => {
  it('ignore a status that is none', () => {
    expect(readStockFilters('http://x/?status=stolen&q=%20soap%20')).toMatchObject({
      status: null,
      search: 'soap',
    })
  })
})
