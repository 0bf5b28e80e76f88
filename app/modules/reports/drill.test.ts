import fc from 'fast-check'
import { expect, it } from 'vitest'
import { drillDown, filtersText } from './drill.ts'

it('writes filters as URLSearchParams does', () => {
  const name = fc.stringMatching(/^[a-z_]{1,8}$/)
  const value = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.uuid())
  fc.assert(
    fc.property(fc.dictionary(name, value), (filters) => {
      expect(filtersText(filters)).toBe(`${new URLSearchParams(filters)}`)
    }),
  )
})

it('narrows the filters of a report to the subject of a row, each name once', () => {
  const filters = { level: 'agent', from: '2026-10-28', agent_id: 'all' }
  const row = { agent_id: 'a1', customer_id: null, net: '5.00' }
  expect(drillDown(filters, 'item', row, ['agent_id', 'customer_id'])).toBe(
    '?level=item&from=2026-10-28&agent_id=a1',
  )
})
