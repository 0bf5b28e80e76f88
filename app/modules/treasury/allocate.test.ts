import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMoney, fromCents, money, toCents } from '~/platform/values/money'
import { allocateInOrder, payable, readReceipt, rowsOldestFirst } from './allocate'

describe('allocateInOrder', () => {
  it('pays the first in full before the next gets anything', () => {
    const balances = ['100.10', '50.00', '70.00'].map(money)
    expect(allocateInOrder(money('120.15'), balances)).toEqual(['100.10', '20.05', '0.00'])
  })

  it('leaves the rest over when there is more than is owed', () => {
    expect(allocateInOrder(money('9.00'), [money('2.50')])).toEqual(['2.50'])
  })

  it('never gives out more than there is, nor more than is owed, to the centavo', () => {
    const cents = fc.bigInt({ min: 0n, max: 10n ** 13n })
    fc.assert(
      fc.property(cents, fc.array(cents, { maxLength: 30 }), (amount, owed) => {
        const parts = allocateInOrder(fromCents(amount), owed.map(fromCents))
        const sum = toCents(addMoney(...parts))
        const total = owed.reduce((all, one) => all + one, 0n)
        expect(sum === amount || sum === total).toBe(true)
        expect(sum).toBeLessThanOrEqual(amount)
        parts.forEach((part, index) => {
          expect(toCents(part)).toBeLessThanOrEqual(owed[index]!)
        })
      }),
    )
  })
})

describe('payable', () => {
  it('takes off what waits for approval, down to nothing', () => {
    expect(payable({ balance: money('10.00'), waiting: money('4.25') })).toBe('5.75')
    expect(payable({ balance: money('10.00'), waiting: money('12.00') })).toBe('0.00')
  })
})

describe('rowsOldestFirst', () => {
  const bookings = [
    { id: 'a', balance: money('10.00'), waiting: money('4.00') },
    { id: 'b', balance: money('5.00'), waiting: money('0.00') },
    { id: 'c', balance: money('5.00'), waiting: money('0.00') },
  ]

  it('fills row after row with what is still open, and leaves the others empty', () => {
    expect(rowsOldestFirst(money('8.00'), bookings)).toEqual([
      { booking_id: 'a', amount: '6.00' },
      { booking_id: 'b', amount: '2.00' },
      { booking_id: 'c', amount: '' },
    ])
  })

  it('writes amounts as the fields write them', () => {
    const [row] = rowsOldestFirst(money('1234.50'), [
      { id: 'a', balance: money('9000.00'), waiting: money('0.00') },
    ])
    expect(row?.amount).toBe('1,234.50')
  })

  it('leaves all of them empty while there is no amount', () => {
    expect(rowsOldestFirst(null, bookings).map(({ amount }) => amount)).toEqual(['', '', ''])
  })
})

describe('readReceipt', () => {
  it('adds what parses and says what is left', () => {
    expect(readReceipt('1,000', ['300.5', undefined, 'x', '200'])).toEqual({
      amount: '1000.00',
      allocated: '500.50',
      left: '499.50',
    })
  })

  it('shows by how much too much is allocated', () => {
    expect(readReceipt('1', ['3'])).toMatchObject({ left: '-2.00' })
    expect(readReceipt(undefined, [])).toEqual({ amount: null, allocated: '0.00', left: '0.00' })
  })
})
