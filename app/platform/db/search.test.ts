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

  it('asks the sort key for the name whatever its accents, with N for Ñ and Ñ for N', () => {
    const keys = (typed: string) =>
      anyContains(['sort_key', 'area'], typed)!
        .replace(/sort_key\.like\./g, '')
        .split(',')
    for (const typed of ['Peña', 'PENA', 'pen\u0303a'])
      expect(keys(typed).slice(0, 2)).toEqual(['%pena%', '%penzza%'])
    expect(keys('Óscar, Jr.')).toEqual(['%oscar jr%', 'area.ilike.%Óscar_ Jr.%'])
    // "za" is within "penzza", the key of Peña.
    expect(keys('za').slice(0, 2)).toEqual(['za%', '% za%'])
    expect(keys('nnnnnn')).toHaveLength(9)
    expect(keys('*')).toEqual(['area.ilike.%_%'])
  })

  it('takes wildcards as letters, and what would end the value as any letter', () => {
    expect(anyContains(['a'], '5%_x')).toBe('a.ilike.%5\\%\\_x%')
    expect(anyContains(['a'], 'b,"c" (d)*')).toBe('a.ilike.%b__c_ _d__%')
  })
})
