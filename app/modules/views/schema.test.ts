import { expect, it } from 'vitest'
import { columnsSearch } from './schema'

const ALL = ['status', 'customer', 'agent', 'total', 'store']
const search = (places: Record<string, number>, column: string[]) => {
  const form = new FormData()
  for (const [key, place] of Object.entries(places)) form.set(`place.${key}`, String(place))
  return new URLSearchParams(
    columnsSearch(form, { all: ALL, column, first: 'so', cell: [], now: '' }),
  ).get('columns')
}

it('keeps the order of the form, and names the columns that are hidden', () => {
  expect(search({}, ['status', 'customer', 'agent', 'total'])).toBe(
    'so.status.customer.agent.total.-store',
  )
})

it('moves a column to the place that was typed, up and down', () => {
  const places = { status: 1, customer: 2, agent: 3, total: 4, store: 5 }
  expect(search({ ...places, total: 2 }, ALL)).toBe('so.status.total.customer.agent.store')
  expect(search({ ...places, status: 4 }, ALL)).toBe('so.customer.agent.total.status.store')
})

it('is nothing when the columns are reset', () => {
  expect(
    columnsSearch(new FormData(), { all: ALL, column: ALL, reset: '1', cell: [], now: '' }),
  ).toBe('')
})

it('keeps what it says of columns of other levels, and of a large matrix what is not as usual', () => {
  const textOf = (prefix: string) => {
    const form = {
      all: ['net', `${prefix}~a`, `${prefix}~b`, `${prefix}~c`, 'gross'],
      column: ['gross', `${prefix}~a`, `${prefix}~c`, 'net'],
      cell: [`${prefix}~a`, `${prefix}~b`, `-${prefix}~c`],
      now: 'so.-tin.net.month',
    }
    return new URLSearchParams(columnsSearch(new FormData(), form)).get('columns')
  }
  expect(textOf('cells')).toBe('so.-tin.net.month.cells~a.cells~c.gross.-cells~b')
  const long = 'x'.repeat(300)
  expect(textOf(long)).toBe(`so.-tin.net.month.${long}~c.gross.-${long}~b`)
})
