import { describe, expect, it } from 'vitest'
import { money } from '~/platform/values/money'
import { readParts } from './booking-actions.server.ts'
import { exceeds, leftAfter, runningCredit } from './credit.ts'
import { summarizeEntry } from './entry.ts'

const soap = {
  id: 's',
  label: 'Soap',
  caseConfig: 12,
  available: 40,
  prices: { agent_srp: '10.50' },
}
const rice = { id: 'r', label: 'Rice', caseConfig: 1, available: 5, prices: { agent_srp: '50.00' } }

const live = { list: null, floor: null, vatOnTop: 0 }

describe('readEntry', () => {
  it('adds the lines of one product and takes the current SRP for an empty price', () => {
    const lines = [
      { productId: 's', quantity: '3 cs + 5 pc', agentSrp: '10' },
      { productId: 's', quantity: '2', agentSrp: undefined },
      { productId: 'r', quantity: 'x', agentSrp: '50' },
      { productId: undefined, quantity: '4', agentSrp: '1' },
    ]
    const { ordered, total } = summarizeEntry(
      lines,
      [soap, rice],
      [{ ...soap, available: 42, ...live }],
    )
    expect(ordered).toMatchObject([
      { id: 's', pieces: 43, available: 42 },
      { id: 'r', pieces: 0, available: 5 },
    ])
    expect(total).toBe('431.00')
  })

  it('takes discounts off, counts free goods for nothing, and adds VAT that comes on top', () => {
    const lines = [
      { productId: 's', quantity: '10', agentSrp: '10.50', discount: '5% + 0.75' },
      { productId: 's', quantity: '1', agentSrp: 'free' },
    ]
    // 105.00 less 5 % less 0.75 is 99.00; 12 % of it 11.88.
    expect(summarizeEntry(lines, [soap], []).total).toBe('99.00')
    const { ordered, total } = summarizeEntry(lines, [], [{ ...soap, ...live, vatOnTop: 12 }])
    expect([total, ordered[0]!.pieces]).toEqual(['110.88', 11])
  })

  it('is nothing at first', () => {
    expect(summarizeEntry([], [soap], [])).toEqual({ ordered: [], total: '0.00' })
  })
})

describe('credit', () => {
  it('runs out by customer, in the order of the bookings', () => {
    const booking = (id: string, customerId: string, total: string, left: string | null) => ({
      id,
      customerId,
      total: money(total),
      creditLeft: left === null ? null : money(left),
    })
    expect([
      ...runningCredit([
        booking('1', 'ana', '60.00', '92.10'),
        booking('2', 'ben', '10.00', null),
        booking('3', 'ana', '32.10', '92.10'),
        booking('4', 'ana', '0.01', '92.10'),
        booking('5', 'eve', '1.00', '1.50'),
      ]),
    ]).toEqual([
      ['1', '32.10'],
      ['2', null],
      ['3', '0.00'],
      ['4', '-0.01'],
      ['5', '0.50'],
    ])
  })

  const credit = (line: string | null, left: string | null) => ({
    creditLine: line === null ? null : money(line),
    creditLeft: left === null ? null : money(left),
    exposure: money('0'),
    uncleared: money('0'),
  })
  it('tells what a booking leaves', () => {
    expect(leftAfter(credit('100', '40'), money('40'))).toBe('0.00')
    expect(exceeds(credit('100', '40'), money('40'))).toBe(false)
    expect(exceeds(credit('100', '40'), money('40.01'))).toBe(true)
    expect(exceeds(credit('0', '0'), money('0.01'))).toBe(true)
    expect(exceeds(credit(null, null), money('1000000'))).toBe(false)
  })
})

describe('readParts', () => {
  const lines = [
    { id: 'a', caseConfig: 12 },
    { id: 'b', caseConfig: 6 },
  ]
  it("reads cases with the line's own case config and leaves out what is empty", () => {
    const typed = [{ line_id: 'a', quantity: '1 cs' }, { line_id: 'b' }]
    expect(readParts(lines, typed)).toEqual({
      read: [{ line_id: 'a', quantity: 12 }],
      fieldErrors: {},
    })
  })

  it('marks each line that is no quantity', () => {
    const typed = [
      { line_id: 'a', quantity: 'x' },
      { line_id: 'b', quantity: '-1' },
    ]
    expect(Object.keys(readParts(lines, typed).fieldErrors)).toEqual([
      'lines[0].quantity',
      'lines[1].quantity',
    ])
  })
})
