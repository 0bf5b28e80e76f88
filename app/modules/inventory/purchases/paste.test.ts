import { describe, expect, it } from 'vitest'
import { looksLikeRows, readPasted } from './paste'

describe('lines from a spreadsheet', () => {
  it('are code, quantity, cost and SRP, without heading and empty rows', () => {
    const text = 'Code\tQty\tCost\tSRP\r\nBEV-101\t3 cs + 5\t1,052.50\t61\r\n\r\nCAN-201 \t41\t\t\n'
    expect(readPasted(text)).toMatchObject([
      { code: 'BEV-101', quantity: '3 cs + 5', cost: '1,052.50', srp: '61' },
      { code: 'CAN-201', quantity: '41', cost: '', srp: '' },
    ])
    expect(readPasted('A-1; 5 ;2.50')).toMatchObject([{ code: 'A-1', quantity: '5', cost: '2.50' }])
  })

  it('begin with the first row where its code only looks like a heading', () => {
    for (const first of ['SKU-001\t5', 'Item 7; 12', 'CODE-A\t3 cs', 'SKU-001', 'Product\t5'])
      expect(readPasted(`${first}\nBEV-101\t1`), first).toHaveLength(2)
    for (const heading of ['Item code\tQty', 'SKU; Pieces (pc); Cost 2026', 'Material'])
      expect(readPasted(`${heading}\nBEV-101\t1`), heading).toHaveLength(1)
  })

  it('are told from what belongs into the one field', () => {
    expect(looksLikeRows('BEV-101\t5')).toBe(true)
    expect(looksLikeRows('BEV-101\nBEV-102')).toBe(true)
    expect(looksLikeRows('BEV-101\n')).toBe(false)
  })
})
