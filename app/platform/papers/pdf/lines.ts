import type { Face } from './fonts.ts'

/** A part of a text in one look. */
export interface Run {
  text: string
  face: Face
  color: string
  /** True when it is never broken. */
  whole?: boolean
}

/** A part of a line, and how far from its beginning it stands. */
interface Part {
  run: Run
  at: number
}

export interface TextLine {
  parts: Part[]
  width: number
}

/** Returns the width of a text. Widths add up: the fonts have no rules of pairs. */
export type Measure = (text: string, face: Face) => number

/** A part of a word, and what stands before it: nothing, a place where a line may end, a space, the end of a line. */
interface Atom {
  run: Run
  text: string
  before: 'nothing' | 'break' | 'space' | 'end'
}

function atomsOf(runs: readonly Run[]): Atom[] {
  const atoms: Atom[] = []
  let before: Atom['before'] = 'nothing'
  const add = (run: Run, text: string, next: Atom['before']) => {
    if (text) {
      atoms.push({ run, text, before })
      before = 'nothing'
    }
    if (next === 'end' && before === 'end') atoms.push({ run, text: '', before })
    // The end of a line counts more than a space.
    if (next === 'end' || (next !== 'nothing' && before !== 'end')) before = next
  }
  for (const run of runs) {
    let text = ''
    for (const character of run.text) {
      const isEnd = character === '\n'
      if (isEnd || (character === ' ' && !run.whole)) {
        add(run, text, isEnd ? 'end' : 'space')
        text = ''
        continue
      }
      text += character
      if (character === '-' && !run.whole && text.length > 1) {
        add(run, text, 'break')
        text = ''
      }
    }
    add(run, text, 'nothing')
  }
  return atoms
}

/** Breaks a text into lines of at most this width; a word that is wider is broken where the line ends. */
export function breakLines(runs: readonly Run[], room: number, measure: Measure): TextLine[] {
  const lines: TextLine[] = [{ parts: [], width: 0 }]
  for (const word of wordsOf(atomsOf(runs))) {
    const { before } = word[0]!
    const width = widthOf(word, measure)
    let line = lines.at(-1)!
    const space = before === 'space' && line.parts.length > 0 ? ' ' : ''
    const needed = width + (space ? measure(' ', word[0]!.run.face) : 0)
    if (before === 'end' || (line.parts.length > 0 && line.width + needed > room + TINY)) {
      line = { parts: [], width: 0 }
      lines.push(line)
      place(lines, word, '', room, measure)
    } else place(lines, word, space, room, measure)
  }
  return lines
}

/** Sums of widths are not exact in the last digits. */
const TINY = 0.001

/** Joins the parts between which no line may end. */
function wordsOf(atoms: readonly Atom[]): Atom[][] {
  const words: Atom[][] = []
  for (const atom of atoms) {
    if (atom.before === 'nothing' && words.length > 0) words.at(-1)!.push(atom)
    else words.push([atom])
  }
  return words
}

const widthOf = (word: readonly Atom[], measure: Measure) =>
  word.reduce((sum, { text, run }) => sum + measure(text, run.face), 0)

/** Puts a word on the last line; what is wider than a line goes on in the next. */
function place(
  lines: TextLine[],
  word: readonly Atom[],
  space: string,
  room: number,
  measure: Measure,
): void {
  if (widthOf(word, measure) <= room + TINY) {
    word.forEach(({ run, text }, index) => {
      append(lines.at(-1)!, run, (index === 0 ? space : '') + text, measure)
    })
    return
  }
  for (const { run, text } of word)
    for (const character of text) {
      const last = lines.at(-1)!
      const isFull = last.width + measure(character, run.face) > room + TINY
      if (isFull && last.parts.length > 0) lines.push({ parts: [], width: 0 })
      append(lines.at(-1)!, run, character, measure)
    }
}

function append(line: TextLine, run: Run, text: string, measure: Measure): void {
  const last = line.parts.at(-1)
  if (last && last.run.face === run.face && last.run.color === run.color)
    last.run = { ...last.run, text: last.run.text + text }
  else line.parts.push({ run: { ...run, text }, at: line.width })
  line.width += measure(text, run.face)
}

/** Returns the widths of a text: of its longest word, and of its longest line. */
export function widthsOf(runs: readonly Run[], measure: Measure): { least: number; most: number } {
  const words = wordsOf(atomsOf(runs))
  let [least, most, line] = [0, 0, 0]
  for (const word of words) {
    const { before, run } = word[0]!
    const width = widthOf(word, measure)
    const space = before === 'space' && line > 0 ? measure(' ', run.face) : 0
    line = before === 'end' ? width : line + space + width
    least = Math.max(least, width)
    most = Math.max(most, line)
  }
  return { least, most }
}

/** Cuts a text to one line of this width, and says so. */
export function cutLine(runs: readonly Run[], room: number, measure: Measure): TextLine[] {
  const [first, ...more] = breakLines(runs, Number.POSITIVE_INFINITY, measure)
  if (first!.width <= room + TINY && more.length === 0) return [first!]
  const line: TextLine = { parts: [], width: 0 }
  for (const { run } of first!.parts)
    for (const character of run.text) {
      if (line.width + measure(character, run.face) + measure('…', run.face) > room) {
        append(line, run, '…', measure)
        return [line]
      }
      append(line, run, character, measure)
    }
  return [line]
}
