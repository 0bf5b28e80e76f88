import { describe, expect, it } from 'vitest'
import { piecesOf } from './paper.ts'
import { breakLines } from './pdf/lines.ts'
import { runsOf } from './pdf/pen.ts'

const wholeIn = (text: string) =>
  piecesOf(text).flatMap(({ text: part, whole }) => (whole ? [part] : []))

describe('a number in groups', () => {
  it.each([
    ['BDO 0012-3456-7890, BPI 1234 5678 90', ['0012-3456-7890', '1234 5678 90']],
    ['Phone (02) 8123 4567 · +63 917 123 4567', ['(02) 8123 4567', '+63 917 123 4567']],
    ['VAT REG TIN 000-118-442-00000', ['000-118-442-00000']],
    ['Certificate 2307-481ACB, check BPI-1234-5678 and 1234-5678-A', []],
    ['Soap 90 g, 12 x 24, 500 100', []],
    ['PHP 1,234,567.00 in 2026', []],
    [`Codes ${'1234 '.repeat(9)}`, []],
  ])('is a part of its own in “%s”', (text, numbers) => {
    expect(wholeIn(text)).toEqual(numbers)
    const parts = piecesOf(text).map((piece) => piece.text)
    expect(parts.join('')).toBe(text)
  })

  it('stands on one line wherever the others break', () => {
    const text = 'Pay to Bayanihan, account 0012-3456-7890 or (02) 8123 4567 by phone'
    const runs = runsOf(text)
    for (let room = 16; room < text.length; room++) {
      const lines = breakLines(runs, room, (part) => part.length).map(({ parts }) =>
        parts.map(({ run }) => run.text).join(''),
      )
      for (const number of ['0012-3456-7890', '(02) 8123 4567'])
        expect(lines.filter((line) => line.includes(number))).toHaveLength(1)
    }
  })
})
