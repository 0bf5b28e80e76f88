import { describe, expect, it } from 'vitest'
import { depositSchema } from './schema'

const slip = { bank_id: crypto.randomUUID(), slip_no: '1', deposited_on: '2026-11-21' }
const cheque = `${crypto.randomUUID()}:3`
const wrong = (form: object) => {
  const { error } = depositSchema.safeParse(form)
  return error?.issues.map(({ path }) => path.join('.')) ?? []
}

describe('depositSchema', () => {
  it('takes cheques, cash or both', () => {
    expect(wrong({ ...slip, cheques: [cheque] })).toEqual([])
    expect(wrong({ ...slip, cash: '1' })).toEqual([])
    expect(wrong({ ...slip, cash: '1', cheques: [cheque] })).toEqual([])
  })

  it('says what all of its fields lack at once', () => {
    expect(wrong({ ...slip, cash: '0' })).toEqual(['cheques'])
    expect(wrong({ slip_no: '1', deposited_on: '2026-11-21' })).toEqual(['bank_id', 'cheques'])
    expect(wrong({ ...slip, cash: 'x' })).toEqual(['cash'])
  })
})
