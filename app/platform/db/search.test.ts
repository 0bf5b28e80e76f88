import { describe, expect, it } from 'vitest'
import { anyContains } from './search.ts'

describe('anyContains', () => {
  it('asks each column', () => {
    expect(anyContains(['so_no', 'customer_name'], ' aling ')).toBe(
      'so_no.ilike.%aling%,customer_name.ilike.%aling%',
    )
  })

  it('is nothing when nothing was typed', () => {
    expect([anyContains(['a'], ''), anyContains(['a'], '  '), anyContains(['a'], null)]).toEqual([
      null,
      null,
      null,
    ])
  })

  it('takes wildcards as letters, and what would end the value as any letter', () => {
    expect(anyContains(['a'], '5%_x')).toBe('a.ilike.%5\\%\\_x%')
    expect(anyContains(['a'], 'b,"c" (d)*')).toBe('a.ilike.%b__c_ _d__%')
  })
})
