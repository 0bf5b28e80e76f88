import { parseWithZod } from '@conform-to/zod/v4'
import { describe, expect, it } from 'vitest'
import { voucherSchema } from './schema'

const PAYEE = '8d7f9d0e-5a55-4c6c-9a39-0f2c3c1f7a10'
const errorsOf = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return parseWithZod(form, { schema: voucherSchema }).reply().error ?? {}
}
const line = { 'lines[0].description': 'Rent', 'lines[0].amount': '10' }
const right = { payee_id: PAYEE, date_added: '2026-11-21', mode_of_payment: 'cash', ...line }

describe('a voucher that is being entered', () => {
  it('is told all that it lacks at once', () => {
    const errors = errorsOf({ mode_of_payment: 'cheque', 'lines[0].amount': '0' })
    expect(errors).toMatchObject({
      payee_id: ['Choose a payee.'],
      date_added: ['Enter a date.'],
      'lines[0].description': ['Enter a description.'],
      'lines[0].amount': ['Enter an amount above zero.'],
      bank_id: ['Choose the paying account.'],
      cheque_no: ['Enter the cheque number.'],
    })
  })

  it('needs an account for a transfer, and neither account nor cheque for cash', () => {
    expect(errorsOf(right)).toEqual({})
    expect(errorsOf({ ...right, mode_of_payment: 'bank_transfer' })).toEqual({
      bank_id: ['Choose the paying account.'],
    })
    expect(
      errorsOf({ ...right, mode_of_payment: 'cheque', bank_id: PAYEE, cheque_no: '0001206' }),
    ).toEqual({})
  })
})
