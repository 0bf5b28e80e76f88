import type { ReportLevel, ReportRow } from './definition'

/** The end of a header's row key, and what stands in its place in the keys of its rows (private.report_statement). */
const [HEADER, ROWS] = ['\u001f0', '\u001f1\u001f']

/** Returns whether a row is the header of a group: it comes before the rows that it sums. */
export const isHeader = ({ level }: ReportRow): boolean => level === 'subtotal'

/** Tells in how many groups each row of a report lies, from its row key; the rows come in their order. */
export class OpenGroups {
  private readonly open: string[] = []

  /** Returns the number of groups that a row lies in. A header opens a group for the rows after it. */
  depthOf(row: ReportRow): number {
    const key = String(row.row_key)
    while (this.open.length > 0 && !key.startsWith(this.open.at(-1)!)) this.open.pop()
    const depth = this.open.length
    if (isHeader(row)) this.open.push(key.slice(0, -HEADER.length) + ROWS)
    return depth
  }
}

/** Returns what a header says: its group and how many rows it has. */
export function headerText(level: ReportLevel, row: ReportRow, depth: number): string {
  const count = Number(row[level.counted] ?? 0)
  const [one, many] = level.groups!.rows
  const rows = `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
  return [level.groups!.name(row, depth), ...(count > 0 ? [rows] : [])].join(' · ')
}

/** The place of the header of a group that a row may lie in: behind this key, which its own row key begins with. */
export interface HeaderPlace {
  key: string
  after: string
}

/** Returns the places of the headers of all groups that a row may lie in, outermost first. */
export function headersAbove({ row_key }: ReportRow): HeaderPlace[] {
  const key = String(row_key)
  const places: HeaderPlace[] = []
  for (let at = key.indexOf(ROWS); at >= 0; at = key.indexOf(ROWS, at + 1))
    places.push({ key: key.slice(0, at) + HEADER, after: `${key.slice(0, at)}\u001f` })
  return places
}
