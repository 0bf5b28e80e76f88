import { expect, it } from 'vitest'
import { readSearchParams } from './search-params'

const id = '0a1b2c3d-0000-4000-8000-00000000000a'
const searchParams = readSearchParams(
  `https://k.test/list?q=%20rice%20&none=%20&agent=${id}&from=02/03/2026&to=2026-02-30&short=1&long=0&status=open&kind=sale`,
)

it('reads each field of an address as what it is', () => {
  expect([searchParams.text('q'), searchParams.id('agent'), searchParams.day('from')]).toEqual([
    'rice',
    id,
    '2026-02-03',
  ])
  expect([searchParams.yes('short'), searchParams.yes('long'), searchParams.yes('other')]).toEqual([
    true,
    false,
    false,
  ])
  expect(searchParams.word('status', ['closed', 'open'])).toBe('open')
  expect(searchParams.option('kind', [{ value: 'return' }, { value: 'sale' }])).toBe('sale')
})

it('takes what is no value of its field as not there', () => {
  expect(['none', 'other'].map(searchParams.text)).toEqual([null, null])
  expect([searchParams.id('q'), searchParams.day('to'), searchParams.day('other')]).toEqual([
    null,
    null,
    null,
  ])
  expect([
    searchParams.word('status', ['closed']),
    searchParams.option('kind', [{ value: 'gift' }]),
  ]).toEqual([null, null])
})
