import { chequeWords } from '~/platform/values/amount-in-words'
import { formatMoney, type Money } from '~/platform/values/money'
import type { ChequeLayout } from './layout'

/** The size of the standard Philippine cheque, in millimeters. */
export const CHEQUE = { width: 203.2, height: 76.2 }

/** The width of a letter of the fixed-width font, as a fraction of its height. */
const LETTER = 0.6

/**
 * A line of print: baseline at (x, y) in millimeters from the cheque's corner, letters `size` high.
 */
export interface PlacedText {
  key: string
  x: number
  y: number
  size: number
  text: string
  /** The length of the line in millimeters, so that every font prints it alike. */
  length: number
  centered?: boolean
}

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
    line('payee', layout.payee_x, layout.payee_y, `**${payee}**`, size, layout.payee_width),
    line(
      'figures',
      layout.figures_x,
      layout.figures_y,
      `**${formatMoney(amount)}**`,
      size,
      layout.figures_width,
    ),
    ...words.lines.map((text, index) =>
      line(
        `words ${index}`,
        layout.words_x,
        layout.words_y + index * layout.words_step,
        text,
        words.size,
        layout.words_width,
      ),
    ),
  ]
}

/** Places the digits of MMDDYYYY, each in the center of its box. */
function digitsOf(date: string, layout: ChequeLayout): PlacedText[] {
  const digits = `${date.slice(5, 7)}${date.slice(8, 10)}${date.slice(0, 4)}`
  return [...digits].map((text, index) => ({
    key: `date ${index}`,
    x: round(
      layout.date_x +
        index * layout.date_pitch +
        (index < 2 ? 0 : index < 4 ? 1 : 2) * layout.date_gap,
    ),
    y: layout.date_y,
    size: layout.letter_height,
    text,
    length: round(LETTER * layout.letter_height),
    centered: true,
  }))
}

/** Makes one line. Its letters shrink when it would be longer than `width`. */
function line(
  key: string,
  x: number,
  y: number,
  text: string,
  size: number,
  width: number,
): PlacedText {
  const fitting = Math.min(size, width / (LETTER * text.length))
  return {
    key,
    x,
    y: round(y),
    size: round(fitting),
    text,
    length: round(LETTER * fitting * text.length),
  }
}

/** Breaks words into at most two lines, with letters of height `size` or smaller if needed. */
export function fitLines(
  text: string,
  width: number,
  size: number,
): { lines: string[]; size: number } {
  for (let height = size; ; height *= 0.95) {
    const lines = wrap(text, Math.floor(width / (LETTER * height)))
    if (lines && lines.length <= 2) return { lines, size: round(height) }
  }
}

/**
 * Breaks words into lines of at most `letters` characters; null when a word is longer than that.
 */
function wrap(text: string, letters: number): string[] | null {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= letters)
      lines[lines.length - 1] = `${last} ${word}`
    else if (word.length <= letters) lines.push(word)
    else return null
  }
  return lines
}

const round = (mm: number) => Math.round(mm * 100) / 100
