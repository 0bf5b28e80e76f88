import { expect, it } from 'vitest'
import { asJson, rowsAsJson } from './plain-values.ts'

it.each([
  ['a text', 'é\u2028"'],
  ['a number', 12.5],
  ['minus zero', -0],
  ['what is no number', Number.NaN],
  ['an endless number', Number.NEGATIVE_INFINITY],
  ['nothing', null],
  ['a yes', true],
  ['a list with a gap', ['a', null, ['b', -0]]],
  ['a moment', new Date(0)],
  ['bytes', Buffer.from('ab')],
  ['an object', { a: [1, { b: null }] }],
])('gives back %s as its JSON would be read', (_, value) => {
  expect(asJson(value)).toStrictEqual(JSON.parse(JSON.stringify(value)))
  expect(Object.is(asJson(-0), 0)).toBe(true)
})

it('makes a number of a whole number that JavaScript cannot hold', () => {
  expect(asJson(2n ** 60n)).toBe(2 ** 60)
})

it('gives back the rows of the driver as a plain list', () => {
  class Result extends Array<Record<string, unknown>> {}
  const rows = Result.from([{ id: 1n, of: [new Date(0)], name: 'a', none: null }])
  expect(rowsAsJson(rows)).toStrictEqual([
    { id: 1, of: ['1970-01-01T00:00:00.000Z'], name: 'a', none: null },
  ])
})
