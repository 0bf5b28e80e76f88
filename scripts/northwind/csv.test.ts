import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCsv } from './csv.ts'

describe('parseCsv', () => {
  it('reads quoted commas, quotes and line ends', () => {
    expect(
      parseCsv('id,name\n1,"Vice President, Sales"\r\n2,"12"" tape"\n3,"two\nlines"\n'),
    ).toEqual([
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

  it('refuses what is broken, with the line', () => {
    expect(() => parseCsv('a,b\n1,2\n3')).toThrow('Line 3: 1 fields, expected 2.')
    expect(() => parseCsv('a,b\n1,x"y\n')).toThrow('Line 2')
    expect(() => parseCsv('a,b\n1,"x\n')).toThrow('Line 2')
  })

  it('reads back whatever was written', () => {
    const field = fc.string({ unit: fc.constantFrom('a', 'é', ',', '"', '\n', ' ') })
    fc.assert(
      fc.property(fc.array(fc.tuple(field, field)), (records) => {
        const quote = (value: string) => `"${value.replaceAll('"', '""')}"`
        const text = [['x', 'y'], ...records].map((r) => r.map(quote).join(',')).join('\n')
        expect(parseCsv(text)).toEqual(records.map(([x, y]) => ({ x, y })))
      }),
    )
  })
})
