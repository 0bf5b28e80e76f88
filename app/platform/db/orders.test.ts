import { expect, it } from 'vitest'
import { readOrder, sortWhole, wholeOrders } from './orders'

const ROWS = [
  { code: '10', name: 'Cash', floor: 5 },
  { code: '9', name: 'bank', floor: null },
  { code: '100', name: 'Änderung', floor: 20 },
]
const VALUES = {
  code: ({ code }: { code: string }) => code,
  name: ({ name }: { name: string }) => name,
  floor: ({ floor }: { floor: number | null }) => floor,
}
const ORDERS = wholeOrders({ code: 'number', name: 'text', floor: 'figure' })

const codesBy = (search: string) =>
  sortWhole(ROWS, readOrder(`http://list/${search}`, ORDERS).sort, VALUES).map(({ code }) => code)

it('sorts a list that is read whole both ways, rows without a value last', () => {
  expect(codesBy('')).toEqual(['9', '10', '100'])
  expect(codesBy('?sort=-code')).toEqual(['100', '10', '9'])
  expect(codesBy('?sort=name')).toEqual(['100', '9', '10'])
  expect(codesBy('?sort=floor')).toEqual(['10', '100', '9'])
  expect(codesBy('?sort=-floor')).toEqual(['100', '10', '9'])
  expect(codesBy('?sort=unknown')).toEqual(['9', '10', '100'])
})
