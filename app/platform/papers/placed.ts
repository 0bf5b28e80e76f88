import { numberField } from '../forms/fields'

/** A measure of a layout in millimeters, with its limits. */
interface Measure {
  label: string
  min: number
  max: number
  /** The value of a layout that nobody has changed. */
  standard: number
}

/** The measures of a layout by part, in the order of its form. */
export type MeasureParts = Readonly<
  Record<string, { title: string; measures: Readonly<Record<string, Measure>> }>
>

/** The names of all measures of these parts. */
export type MeasureIn<Parts extends MeasureParts> = {
  [Part in keyof Parts]: keyof Parts[Part]['measures']
}[keyof Parts] &
  string

/** Returns what forms, storage and prints need of a layout: names, standard values, and the shape of its form. */
export function layoutOf<const Parts extends MeasureParts>(parts: Parts) {
  const all = Object.values(parts).flatMap(({ measures }) => Object.entries(measures)) as [
    MeasureIn<Parts>,
    Measure,
  ][]
  const each = <T>(of: (measure: Measure) => T) =>
    Object.fromEntries(all.map(([name, measure]) => [name, of(measure)])) as Record<
      MeasureIn<Parts>,
      T
    >
  return {
    names: all.map(([name]) => name),
    standard: each(({ standard }) => standard),
    shape: each(({ min, max }) =>
      numberField({
        ...{ missing: 'Enter millimeters, such as 12.5.', min, max },
        ...{ unit: 'mm', decimals: 1 },
      }),
    ),
  }
}

/** Returns the measures of a layout as a form shows them. */
export const asTyped = <Name extends string>(layout: Record<Name, number>) =>
  Object.fromEntries(Object.entries(layout).map(([name, mm]) => [name, String(mm)])) as Record<
    Name,
    string
  >

/** The width of a letter of the fixed-width font, as a fraction of its height. */
export const LETTER = 0.6

/**
 * A line of print on a form: baseline at (x, y) in millimeters from the form's corner, letters `size` high.
 */
export interface PlacedText {
  key: string
  x: number
  y: number
  size: number
  text: string
  /** The length of the line in millimeters, so that every font prints it alike. */
  length: number
  /** The part of the text that stands at x; its beginning by default. */
  anchor?: 'middle' | 'end'
}

/** A form with what is printed on it, in millimeters. */
export interface PlacedPage {
  label: string
  dated: string
  width: number
  height: number
  texts: readonly PlacedText[]
  /** True for a test page: a grid of millimeters is printed too. */
  ruled?: boolean
}

/** Places one line. Its letters shrink when it would be longer than `width`; at the end of the width with `end`. */
export function placedLine(
  key: string,
  { x, y, size, width }: { x: number; y: number; size: number; width: number },
  text: string,
  end = false,
): PlacedText {
  const fitting = Math.min(size, width / (LETTER * Math.max(1, text.length)))
  return {
    key,
    x: roundMm(end ? x + width : x),
    y: roundMm(y),
    size: roundMm(fitting),
    text,
    length: roundMm(LETTER * fitting * text.length),
    ...(end ? { anchor: 'end' as const } : {}),
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
    if (lines && lines.length <= 2) return { lines, size: roundMm(height) }
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

export const roundMm = (mm: number) => Math.round(mm * 100) / 100

/** The marks of a ruler along an edge: every millimeter, longer ones at five and ten. */
export const rulerMarks = (length: number): { at: number; size: number }[] =>
  Array.from({ length: Math.floor(length) + 1 }, (_, at) => ({
    at,
    size: at % 10 === 0 ? 3.5 : at % 5 === 0 ? 2.4 : 1.4,
  }))
