import { describe, expect, it } from 'vitest'
import type { ReportColumn, ReportDefinition, ReportView } from './definition.ts'
import { sortOf } from './sort.ts'

const report = {
  filters: [
    { kind: 'choice', name: 'sort', label: 'Order', options: () => [], levels: ['customer'] },
  ],
} as unknown as ReportDefinition
const view = (sort: string, level = 'customer') =>
  ({ level, filters: { level, sort } }) as unknown as ReportView
const name: ReportColumn = { key: 'name', header: 'Name', type: 'text', sort: 'name' }
const sum: ReportColumn = {
  key: 'sum',
  header: 'Sum',
  type: 'money',
  sort: { asc: 'lowest', desc: 'highest' },
}
const link = (column: ReportColumn, sort: string, search = '') =>
  sortOf(report, column, view(sort), new URLSearchParams(search))

describe('sortOf', () => {
  it('sorts names from the beginning, figures highest first and then the other way', () => {
    expect(link(name, 'highest')).toEqual({ to: '?sort=name', now: null })
    expect(link(name, 'name')).toEqual({ to: '?sort=name', now: 'asc' })
    expect(link(sum, 'name')).toEqual({ to: '?sort=highest', now: null })
    expect(link(sum, 'highest')).toEqual({ to: '?sort=lowest', now: 'desc' })
    expect(link(sum, 'lowest')).toEqual({ to: '?sort=highest', now: 'asc' })
  })

  it('keeps the filters of the address and goes to the first page', () => {
    expect(link(name, 'x', 'as_of=2026-11-21&after=abc')?.to).toBe('?as_of=2026-11-21&sort=name')
  })

  it('is no link where the rows have one order', () => {
    expect(sortOf(report, name, view('name', 'grouped'), new URLSearchParams())).toBeUndefined()
    expect(link({ ...name, sort: undefined }, 'name')).toBeUndefined()
  })
})
