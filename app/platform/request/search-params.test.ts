import { expect, it } from 'vitest'
import { readSearchParams } from './search-params'

const id = '0a1b2c3d-0000-4000-8000-00000000000a'
const asked = readSearchParams(
  `https://k.test/list?q=%20rice%20&none=%20&agent=${id}&from=02/03/2026&to=2026-02-30&short=1&long=0&status=open&kind=sale`,
)

it('reads each field of an address as what it is', () => {
  expect([asked.text('q'), asked.id('agent'), asked.day('from')]).toEqual([
    'rice',
    id,
    '2026-02-03',
  ])
  expect([asked.yes('short'), asked.yes('long'), asked.yes('other')]).toEqual([true, false, false])
  expect(asked.word('status', ['closed', 'open'])).toBe('open')
  expect(asked.option('kind', [{ value: 'return' }, { value: 'sale' }])).toBe('sale')
})

it('takes what is no value of its field as not there', () => {
  expect(['none', 'other'].map(asked.text)).toEqual([null, null])
  expect([asked.id('q'), asked.day('to'), asked.day('other')]).toEqual([null, null, null])
  expect([asked.word('status', ['closed']), asked.option('kind', [{ value: 'gift' }])]).toEqual([
    null,
    null,
  ])
})
