import { describe, expect, it } from 'vitest'
import {
  byCategory,
  enteredPieces,
  entryOf,
  entryPages,
  readEntry,
  type SheetLine,
  typedIn,
} from './sheet'

const line = (productId: string, counted: number | null, more: Partial<SheetLine> = {}) => ({
  key: productId,
  productId,
  state: 'sellable',
  materialCode: productId,
  description: productId,
  category: null,
  caseConfig: 12,
  expected: null,
  counted,
  ...more,
})
const form = (fields: Record<string, string>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

describe('the entry of a count', () => {
  it('writes what was typed, a count of nothing and what is taken out again too', () => {
    const lines = [line('a', null), line('b', 41), line('c', 5), line('d', null)]
    const typed = form({
      'now.a': '3+5',
      'was.a': '',
      'now.b': '',
      'was.b': '3 cs + 5 pc',
      'now.c': '0',
      'was.c': '5 pc',
      'now.d': '',
      'was.d': '',
    })
    expect(readEntry(typed, lines)).toEqual({
      changed: [
        { productId: 'a', state: 'sellable', counted: 41 },
        { productId: 'b', state: 'sellable', counted: null },
        { productId: 'c', state: 'sellable', counted: 0 },
      ],
      errors: {},
      conflicts: [],
    })
  })

  it('leaves alone what the person did not touch, whoever counted it meanwhile', () => {
    const typed = form({ 'now.a': '', 'was.a': '', 'now.b': '5 pc', 'was.b': '5 pc' })
    expect(readEntry(typed, [line('a', 7), line('b', 9), line('c', 1)]).changed).toEqual([])
  })

  it('reports where another user counted differently, not where both counted the same', () => {
    const typed = form({ 'now.a': '6', 'was.a': '', 'now.b': '8', 'was.b': '5 pc' })
    const read = readEntry(typed, [line('a', 7), line('b', 8)])
    expect(read.conflicts).toEqual(['a'])
    expect(read.changed).toEqual([{ productId: 'a', state: 'sellable', counted: 6 }])
  })

  it('refuses what is no quantity, line by line', () => {
    const typed = form({ 'now.a': 'plenty', 'now.b': '99999999 cs', 'now.c': '1' })
    const read = readEntry(typed, [line('a', null), line('b', null), line('c', null)])
    expect(Object.keys(read.errors)).toEqual(['a', 'b'])
    expect(read.changed).toEqual([{ productId: 'c', state: 'sellable', counted: 1 }])
  })

  it('gives back what was typed, not what was left alone', () => {
    const sent = form({
      'now.a': 'x',
      'was.a': '',
      'now.b': '5 pc',
      'was.b': '5 pc',
      idempotencyKey: '1',
    })
    expect(typedIn(sent)).toEqual({ a: 'x' })
  })

  it('shows again what it read', () => {
    for (const [pieces, config] of [
      [0, 12],
      [41, 12],
      [36, 12],
      [5, 1],
      [12_345_678, 24],
    ] as const)
      expect(enteredPieces(entryOf(pieces, config), config)).toBe(pieces)
    expect(entryOf(null, 12)).toBe('')
  })
})

describe('a sheet', () => {
  it('is grouped by category, those without one last, and cut into parts', () => {
    const lines = [
      line('a', null),
      line('b', null, { category: 'Soap' }),
      line('c', null),
      line('d', null, { category: 'Oil' }),
    ]
    const found = byCategory(lines).map(([name, of]) => [name, of.map((one) => one.productId)])
    expect(found).toEqual([
      ['Soap', ['b']],
      ['Oil', ['d']],
      [null, ['a', 'c']],
    ])
    expect(entryPages([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
  })
})
