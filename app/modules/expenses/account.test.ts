import { describe, expect, it } from 'vitest'
import { accountHold } from './account'

const voucher = { status: 'pending', mode: 'cash', payToAccountNo: '5521' as string | null }
const payee = { version: 1, accountNo: '5521' as string | null, setBy: 'ana', confirmed: true }

describe('the account number of a voucher', () => {
  it('holds nothing when it is confirmed, when there is none, or where one person does it all', () => {
    expect(accountHold(voucher, payee, true)).toBeNull()
    expect(accountHold({ ...voucher, payToAccountNo: null }, payee, true)).toBeNull()
    expect(accountHold(voucher, { ...payee, confirmed: false }, false)).toBeNull()
    const released = { ...voucher, status: 'released' }
    expect(accountHold(released, { ...payee, confirmed: false }, true)).toBeNull()
  })

  it('says what to do about one that is not confirmed, another one, or none on a transfer', () => {
    expect(accountHold(voucher, { ...payee, confirmed: false }, true)).toMatch(/is not confirmed/)
    expect(accountHold(voucher, { ...payee, accountNo: '77' }, true)).toMatch(/correct the voucher/)
    const transfer = { ...voucher, mode: 'bank_transfer', payToAccountNo: null }
    expect(accountHold(transfer, payee, true)).toMatch(/^A bank transfer needs/)
  })
})
