import { fitLines, LETTER, type PlacedText, placedLine, roundMm } from '~/platform/papers/placed'
import { chequeWords } from '~/platform/values/amount-in-words'
import { formatMoney, type Money } from '~/platform/values/money'
import type { ChequeLayout } from './layout'

/** The size of the standard Philippine cheque, in millimeters. */
export const CHEQUE = { width: 203.2, height: 76.2 }

export interface ChequeFacts {
  payee: string
  amount: Money
  currency: string
  /** The date as `YYYY-MM-DD`. */
  date: string
}

/**
 * Returns the lines to print on a cheque: eight digits in their boxes, payee, amount in figures and
 * in words.
 */
export function printsOf(facts: ChequeFacts, layout: ChequeLayout): PlacedText[] {
  const { payee, amount, currency, date } = facts
  const { letter_height: size } = layout
  const words = fitLines(chequeWords(amount, currency), layout.words_width, size)
  return [
    ...digitsOf(date, layout),
    placedLine(
      'payee',
      { x: layout.payee_x, y: layout.payee_y, size, width: layout.payee_width },
      `**${payee}**`,
    ),
    placedLine(
      'figures',
      { x: layout.figures_x, y: layout.figures_y, size, width: layout.figures_width },
      `**${formatMoney(amount)}**`,
    ),
    ...words.lines.map((text, index) =>
      placedLine(
        `words ${index}`,
        {
          x: layout.words_x,
          y: layout.words_y + index * layout.words_step,
          size: words.size,
          width: layout.words_width,
        },
        text,
      ),
    ),
  ]
}

/** Places the digits of MMDDYYYY, each in the center of its box. */
function digitsOf(date: string, layout: ChequeLayout): PlacedText[] {
  const digits = `${date.slice(5, 7)}${date.slice(8, 10)}${date.slice(0, 4)}`
  return [...digits].map((text, index) => ({
    key: `date ${index}`,
    x: roundMm(
      layout.date_x +
        index * layout.date_pitch +
        (index < 2 ? 0 : index < 4 ? 1 : 2) * layout.date_gap,
    ),
    y: layout.date_y,
    size: layout.letter_height,
    text,
    length: roundMm(LETTER * layout.letter_height),
    anchor: 'middle',
  }))
}
