import { describe, expect, it } from 'vitest'
import { money } from '~/platform/values/money'
import { mergeAgents } from './agents.ts'

describe('mergeAgents', () => {
  it('has everyone whom any report names, once, by name', () => {
    const rows = mergeAgents([
      [
        { id: '2', name: 'Ben', salesTarget: money(5) },
        { id: '1', name: 'Ana', salesTarget: null },
      ],
      [{ id: '3', name: 'Former agent', sales: money(7), salesBefore: money(0) }],
      [{ id: '1', name: 'Ana', overdue: money(1) }],
    ])
    expect(
      rows.map(({ id, sales, salesTarget, overdue }) => [id, sales, salesTarget, overdue]),
    ).toEqual([
      ['1', null, null, '1.00'],
      ['2', null, '5.00', null],
      ['3', '7.00', null, null],
    ])
    expect(rows[0]!.collected).toBeNull()
  })
})
