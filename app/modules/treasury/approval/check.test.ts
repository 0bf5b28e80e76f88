import { describe, expect, it } from 'vitest'
import { money } from '~/platform/values/money'
import { checkReceipt, decidedByAnother, inTurn } from './check'

const part = (amount: string, balance: string, stage = 'invoiced') => ({
  soNo: 'SO-1',
  amount: money(amount),
  booking: { stage, balance: money(balance) },
})

const check = (allocated: Parameters<typeof checkReceipt>[0]['allocated']) =>
  checkReceipt({ allocated, accountUnknown: false })

describe('checkReceipt', () => {
  it('has nothing to say about a receipt that fits to the centavo', () => {
    expect(check([part('10.10', '10.10'), part('0.01', '5.00')])).toEqual({
      blocked: [],
      over: '0.00',
    })
  })

  it('adds up what its bookings do not take any more', () => {
    expect(check([part('10.00', '4.00'), part('3.00', '2.99')]).over).toBe('6.01')
    expect(check([part('10.00', '0.00', 'archived')]).over).toBe('10.00')
  })

  it('names bookings that take no money: such a receipt is refused as a whole', () => {
    expect(check([part('10.00', '4.00', 'cancelled'), part('9.00', '1.00')])).toEqual({
      blocked: ['SO-1 is cancelled'],
      over: '0.00',
    })
  })

  it('asks for the account of a transfer first', () => {
    const transfer = { allocated: [part('9.00', '1.00')], accountUnknown: true }
    expect(checkReceipt(transfer)).toEqual({ blocked: ['Select the bank account'], over: '0.00' })
  })

  it('leaves a receipt to somebody else than who recorded or collected it, unless one person does both', () => {
    const own = { allocated: [part('9.00', '9.00')], accountUnknown: false, byAnother: true }
    expect(checkReceipt(own).blocked).toEqual(['Needs a second approver'])
    const rules = {
      credit_lines: true,
      credit_override: true,
      memos: true,
      payee_accounts: true,
      product_edits: true,
      receipts: true,
      vouchers: true,
      write_offs: true,
    }
    const receipt = { createdBy: 'ana', collectorId: 'ben' }
    const asks = (user: string, receipts = true) =>
      decidedByAnother({ maker_checker: { ...rules, receipts } }, receipt, user)
    expect([asks('ana'), asks('ben'), asks('eve'), asks('ana', false)]).toEqual([
      ...[true, true],
      ...[false, false],
    ])
  })

  it('says nothing of bookings that the reader may not see', () => {
    expect(check([{ soNo: 'SO-2', amount: money('1.00'), booking: null }]).over).toBe('0.00')
  })
})

it('receipts in turn leave the next ones what remains of a booking', () => {
  const receipt = (amount: string, stage = 'invoiced') => ({
    accountUnknown: false,
    allocated: [{ bookingId: 'b', ...part(amount, '100.00', stage) }],
  })
  const over = inTurn([receipt('60.00'), receipt('30.00'), receipt('30.00')]).map(
    (each) => checkReceipt(each).over,
  )
  expect(over).toEqual(['0.00', '0.00', '20.00'])
  const refused = inTurn([receipt('60.00', 'cancelled'), receipt('100.00')])
  expect(checkReceipt(refused[1]!).over).toBe('0.00')
})
