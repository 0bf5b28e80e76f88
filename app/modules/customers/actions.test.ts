import { describe, expect, it } from 'vitest'
import { openCustomerActions } from './actions.ts'

const finance = ['customers.read', 'customers.write', 'customers.decide'] as const

describe('openCustomerActions', () => {
  it('offers what the state leaves open', () => {
    expect(openCustomerActions('pending', finance)).toEqual(['approve', 'reject', 'tax'])
    expect(openCustomerActions('approved', finance)).toEqual(['tax', 'credit', 'deactivate'])
    expect(openCustomerActions('inactive', finance)).toEqual(['tax', 'credit', 'reactivate'])
    expect(openCustomerActions('rejected', finance)).toEqual([])
  })

  it('offers nothing without the permission', () => {
    expect(openCustomerActions('approved', ['customers.read'])).toEqual([])
    expect(openCustomerActions('approved', ['customers.read', 'customers.write'])).toEqual(['tax'])
    expect(openCustomerActions('approved', ['prices.write'])).toEqual(['prices'])
  })
})
