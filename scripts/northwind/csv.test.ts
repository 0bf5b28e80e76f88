import { describe, expect, it } from 'vitest'
import { parseCsv } from './csv.ts'

describe('parseCsv', () => {
  it.each(['\n', '\r\n'])('reads quoted commas, quotes and line ends (%j)', (end) => {
    const lines = ['id,name', '1,"Vice President, Sales"', '2,"12"" tape"', '3,"two\nlines"', '']
    expect(parseCsv(`\uFEFF${lines.join(end)}`)).toEqual([
      { id: '1', name: 'Vice President, Sales' },
      { id: '2', name: '12" tape' },
      { id: '3', name: 'two\nlines' },
    ])
  })

  it('keeps empty fields, at the end of a line and of the file too', () => {
    expect(parseCsv('a,b,c\n,,\n1,,3\n1,"",')).toEqual([
      { a: '', b: '', c: '' },
      { a: '1', b: '', c: '3' },
      { a: '1', b: '', c: '' },
    ])
    expect(parseCsv('')).toEqual([])
    expect(parseCsv('a,b')).toEqual([])
  })

  it('refuses what is broken', () => {
    expect(() => parseCsv('a,b\n1,2\n3')).toThrow('Too few fields')
    expect(() => parseCsv('a,b\n1,2,3')).toThrow('Too many fields')
    expect(() => parseCsv('a,b\n1,"x\n')).toThrow('Quoted field unterminated')
  })
})
