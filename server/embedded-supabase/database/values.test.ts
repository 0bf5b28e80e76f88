import { expect, it } from 'vitest'
import { VALUES } from './values.ts'

/** Reads a value of PostgreSQL by the OID of its type. */
const read = (type: number, text: string) =>
  (VALUES.getTypeParser as (type: number) => (text: string) => unknown)(type)(text)

it.each([
  ['a boolean', 16, 't', true],
  ['a whole number', 23, '12', 12],
  ['a number that JavaScript holds', 20, '9007199254740991', 9007199254740991],
  ['a number that it does not hold', 20, '9007199254740993', 9007199254740993n],
  ['a decimal', 1700, '12.5', 12.5],
  ['a decimal with its last zero', 1700, '12.50', 12.5],
  ['the largest amount', 1700, '-999999999999.99', -999999999999.99],
  ['a decimal that JavaScript does not hold', 1700, '10000000000000.01', '10000000000000.01'],
  ['no number', 1700, 'NaN', 'NaN'],
  ['JSON', 3802, '{"a":[1]}', { a: [1] }],
  ['a moment', 1184, '2026-11-23 15:42:07+00', '2026-11-23T15:42:07+00:00'],
  ['a day', 1082, '2026-11-23', '2026-11-23'],
  ['a list of texts', 1009, '{a,"b \\" c",NULL}', ['a', 'b " c', null]],
  ['a list of moments', 1185, '{"2026-11-23 15:42:07+00"}', ['2026-11-23T15:42:07+00:00']],
])('reads %s', (_, type, text, value) => {
  expect(read(type, text)).toEqual(value)
})
