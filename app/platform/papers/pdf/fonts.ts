import { readFileSync } from 'node:fs'

/** The weights of Inter on papers. */
export const FACES = ['regular', 'medium', 'semibold'] as const
export type Face = (typeof FACES)[number]

/** Returns the file of a font. The build lays the folder beside the program, as it lies beside this file. */
export const fontFile = (face: Face) => readFileSync(new URL(`fonts/${face}.ttf`, import.meta.url))

/** Ranges of what the fonts draw, and what lies in them without a sign of its own (fonts/README.md). */
const RANGES: readonly (readonly [from: number, to: number])[] = [
  ...([
    [0x20, 0x7e],
    [0xa0, 0xac],
    [0xae, 0x148],
    [0x14a, 0x17f],
    [0x218, 0x21b],
  ] as const),
  ...([
    [0x2c6, 0x2c7],
    [0x2d8, 0x2dd],
    [0x1e80, 0x1e85],
    [0x1e9e, 0x1e9e],
  ] as const),
  ...([
    [0x1ea0, 0x1ef9],
    [0x2010, 0x2027],
    [0x2030, 0x203a],
    [0x2044, 0x2044],
  ] as const),
  ...([
    [0x20a0, 0x20af],
    [0x20b1, 0x20b5],
    [0x20b8, 0x20ba],
    [0x20bc, 0x20bf],
  ] as const),
  ...([
    [0x2113, 0x2113],
    [0x2116, 0x2117],
    [0x211e, 0x2122],
    [0x2150, 0x215e],
  ] as const),
  ...([
    [0x2190, 0x2193],
    [0x2212, 0x2212],
    [0x2260, 0x2260],
    [0x2264, 0x2265],
  ] as const),
  ...([
    [0x25a0, 0x25a2],
    [0x25cf, 0x25cf],
  ] as const),
]

/** Stands for a character that the fonts do not have, so that a reader sees that something is missing. */
const MISSING = '□'

/** Characters that are no sign: they join others, give a direction, or choose a look. */
const UNSEEN = /[\p{Cc}\p{Cf}]|\p{Variation_Selector}/u

const isDrawn = (code: number) => RANGES.some(([from, to]) => code >= from && code <= to)

/** Every character that the fonts draw. */
export const drawnCharacters = () =>
  RANGES.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)),
  )

const known = new Map<string, string>()

/** Returns a text of what the fonts draw alone; a line may end in it. */
export function drawable(text: string): string {
  let drawn = ''
  for (const character of text.normalize('NFC')) {
    let sign = known.get(character)
    if (sign === undefined) {
      sign = signOf(character)
      // Texts of strangers may have any of a million characters.
      if (known.size < 2000) known.set(character, sign)
    }
    drawn += sign
  }
  return drawn
}

function signOf(character: string): string {
  if (character === '\n') return character
  if (character === '\t') return ' '
  if (isDrawn(character.codePointAt(0)!)) return character
  if (UNSEEN.test(character)) return ''
  return /\s/.test(character) ? ' ' : MISSING
}
