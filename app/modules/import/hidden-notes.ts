import { letters } from '~/platform/files/sheet'

interface LeftOut {
  /** The sheet that was read. */
  sheet: string
  /** The names of the hidden sheets. */
  sheets: readonly string[]
  /** The names of the visible sheets behind it. */
  others: readonly string[]
  /** Hidden rows and columns with cells, from 0. */
  rows: readonly number[]
  columns: readonly number[]
}

/** The most parts of a list that are named. */
const NAMED = 10

/** Says which sheets, rows and columns of a workbook were left out, because they are hidden or on another sheet. */
export function hiddenNotes({ sheet, sheets, others, rows, columns }: LeftOut): string[] {
  const notes: string[] = []
  const quoted = (names: readonly string[]) => listed(names.map((name) => `“${name}”`))
  const read = `The sheet “${sheet}” was read.`
  const behind =
    others.length === 0
      ? []
      : [`${read} Only one is read at a time; not read: ${quoted(others)}. Import each by itself.`]
  if (sheets.length > 0)
    notes.push(
      `${others.length > 0 ? '' : `${read} `}${left('sheet', sheets.length, quoted(sheets))}`,
    )
  if (rows.length > 0)
    notes.push(left('row', rows.length, listed(ranges(rows, (row) => String(row + 1)))))
  if (columns.length > 0)
    notes.push(left('column', columns.length, listed(ranges(columns, letters))))
  return notes.length === 0
    ? behind
    : [
        ...behind,
        ...notes,
        'To import what is hidden, show it in the workbook, save it, and choose it again.',
      ]
}

const left = (noun: string, count: number, names: string) =>
  count === 1
    ? `Hidden ${noun} left out: ${names}.`
    : `${count.toLocaleString('en-US')} hidden ${noun}s left out: ${names}.`

function listed(names: readonly string[]): string {
  const more = names.length - NAMED
  return `${names.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more.toLocaleString('en-US')} more` : ''}`
}

/** Writes places in a row as one: "3, 7–9". */
function ranges(places: readonly number[], name: (place: number) => string): string[] {
  const found: [from: number, to: number][] = []
  for (const place of [...places].sort((a, b) => a - b)) {
    const last = found.at(-1)
    if (last?.[1] === place - 1) last[1] = place
    else found.push([place, place])
  }
  return found.map(([from, to]) => (from === to ? name(from) : `${name(from)}–${name(to)}`))
}
