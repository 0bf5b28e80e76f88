import { describe, expect, it } from 'vitest'
import { homeless, openActs } from './acts.ts'

const finance = ['customers.read', 'customers.write', 'customers.decide'] as const

describe('openActs', () => {
  it('offers what the state leaves open', () => {
    expect(openActs('pending', finance)).toEqual(['approve', 'reject', 'tax'])
    expect(openActs('approved', finance)).toEqual(['tax', 'credit', 'deactivate'])
    expect(openActs('inactive', finance)).toEqual(['tax', 'credit', 'reactivate'])
    expect(openActs('rejected', finance)).toEqual([])
  })

  it('offers nothing without the permission', () => {
    expect(openActs('approved', ['customers.read'])).toEqual([])
    expect(openActs('approved', ['customers.read', 'customers.write'])).toEqual(['tax'])
  })
})

describe('homeless', () => {
  it('speaks for the form that is gone, and for no other', () => {
    const answer = {
      lastResult: { initialValue: { intent: 'approve' }, error: { '': ['Already approved.'] } },
    }
    expect(homeless(answer, ['tax', 'credit'])).toEqual(['Already approved.'])
    expect(homeless(answer, ['approve', 'reject'])).toBeNull()
    expect(homeless(undefined, [])).toBeNull()
  })
})
