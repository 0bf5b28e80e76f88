import { expect, it } from 'vitest'
import { arranged } from './list-columns'

const COLUMNS = [
  { key: 'so' },
  { key: 'status' },
  { key: 'store', optional: true },
  { key: 'agent' },
  { key: 'total' },
]
const keys = (text: string | null, show: string[] = []) =>
  arranged(COLUMNS, text, { fixed: 1, show })
    .map(({ key }) => key)
    .join(' ')

it('shows the columns of the list, and those that the address adds', () => {
  expect(keys(null)).toBe('so status agent total')
  expect(keys(null, ['store'])).toBe('so status store agent total')
})

it('shows chosen columns in their order and leaves hidden ones out', () => {
  expect(keys('total.store.-status.-agent')).toBe('so total store')
  expect(keys('total.store.-status.-agent', ['agent'])).toBe('so total store agent')
})

it('puts a column that it does not name behind the one before it, and ignores one that is gone', () => {
  expect(keys('total.margin.status')).toBe('so total status agent')
  expect(keys('agent.status.total')).toBe('so agent status total')
  expect(keys('agent.total')).toBe('so status agent total')
  expect(keys('status.total', ['store'])).toBe('so status store agent total')
})

it('keeps the first column, whatever is said of it', () => {
  expect(keys('total.so.-status.-agent')).toBe('so total')
  expect(keys('-so.-status.-agent.-total')).toBe('so')
})
