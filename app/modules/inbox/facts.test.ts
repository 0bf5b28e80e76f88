import { describe, expect, it } from 'vitest'
import { obstacleTo } from './facts'
import { readFacts } from './facts.server'

const booking = (facts: object) =>
  readFacts.booking({
    credit_left: '10.00',
    over_by: null,
    short: [],
    below_floor: [],
    other_prices: [],
    by_another: null,
    customer_status: 'approved',
    ...facts,
  })
const override = (facts: object) =>
  readFacts.override({
    credit_left: '10.00',
    over_by: '5.00',
    short: [],
    below_floor: [],
    other_prices: [],
    by_another: null,
    customer_status: 'approved',
    ...facts,
  })

describe('the facts against a decision', () => {
  it('list an inactive customer, missing stock and the credit line for a booking', () => {
    expect(obstacleTo(booking({}), false)).toBeNull()
    expect(obstacleTo(booking({ customer_status: 'inactive' }), false)).toBe(
      'The customer is inactive.',
    )
    expect(obstacleTo(booking({ short: ['Rice', 'Salt'] }), false)).toBe(
      'Insufficient stock: Rice, Salt.',
    )
    expect(obstacleTo(booking({ short: ['Rice'] }), true)).toBeNull()
    expect(obstacleTo(booking({ over_by: '0.01' }), false)).toMatch(/^Exceeds the credit limit/)
    const low = { below_floor: ['Rice at 0.00 (floor 7.00)'] }
    expect(obstacleTo(booking(low), false)).toMatch(/^Below the price floor/)
    expect(obstacleTo(override(low), false)).toBeNull()
  })

  it('leave out the credit line for an override, which is about it', () => {
    expect(obstacleTo(override({}), false)).toBeNull()
    expect(obstacleTo(override({ short: ['Rice'] }), false)).toBe('Insufficient stock: Rice.')
  })

  it('list a booking that takes no money and a missing account for a receipt', () => {
    const receipt = (stage: string, account_unknown = false) =>
      readFacts.collection({
        means: [false, account_unknown].map((unknown) => ({
          type: 'bank_transfer',
          amount: '4.50',
          account_unknown: unknown,
          cheque_bank: null,
          cheque_no: null,
          cheque_date: null,
        })),
        parts: [{ so_no: 'SO-1', amount: '9.00', stage, balance: '4.00' }],
      })
    expect(obstacleTo(receipt('validated'), false)).toBeNull()
    expect(receipt('validated')).toMatchObject({ check: { over: '5.00' } })
    expect(obstacleTo(receipt('cancelled', true), false)).toBe(
      'SO-1 is cancelled; Select the bank account',
    )
  })

  it('list goods that were released meanwhile for a warehouse request', () => {
    const line = {
      id: 'l',
      product_id: 'p',
      product: 'Rice',
      case_config: 12,
      requested: 3,
      delivered: 8,
      returned: 0,
      available: 10,
      on_hand: 12,
    }
    const request = (open: number) =>
      readFacts.warehouse({
        kind: 'reduce',
        credit: '30.00',
        so_no: 'SO-1',
        stage: 'validated',
        date_delivered: null,
        balance: '100.00',
        lines: [{ ...line, open }],
      })
    expect(obstacleTo(request(3), false)).toBeNull()
    expect(request(3)).toMatchObject({
      effect: { stock: [{ before: 10, after: 13 }], owed: { before: '100.00', after: '70.00' } },
    })
    expect(obstacleTo(request(2), false)).toBe('Only 2 pc of Rice is still undelivered.')
  })
})
