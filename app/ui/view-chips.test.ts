import { expect, it } from 'vitest'
import { isSame } from './ViewChips'

const same = (address: string, view: string) =>
  isSame(new URLSearchParams(address), new URLSearchParams(view))

it('knows a view by its filters, in any order', () => {
  expect(same('stage=pending&agent=1', 'agent=1&stage=pending')).toBe(true)
  expect(same('stage=pending', 'stage=delivered')).toBe(false)
  expect(same('stage=pending&q=soap', 'stage=pending')).toBe(false)
  expect(same('', 'stage=pending')).toBe(false)
})

it('stays the same on a later page, with an empty field, in another order and with other columns', () => {
  expect(same('stage=pending&after=x~1&q=', 'stage=pending')).toBe(true)
  expect(same('stage=pending&sort=-total&show=store&columns=so', 'stage=pending')).toBe(true)
})

it('is another where the view names an order or columns and the address has others', () => {
  expect(same('stage=pending&sort=total', 'stage=pending&sort=-total')).toBe(false)
  expect(same('stage=pending', 'stage=pending&columns=so.-agent')).toBe(false)
})
