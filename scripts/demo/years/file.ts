import { readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

/**
 * The way in which the values of a column are written. `id`: the number of an id; `day`: days since the first day; `moment`: the
 * rank among all moments; `serial`: a number that the database drew, from one; each as the difference from the value before.
 * `text`: as `copy` writes it; `mixed`: text in which ids, days and moments are marked; `hash`: the SHA-256 of the text of another
 * column, which has no value in the file.
 */
export type Kind = 'id' | 'day' | 'moment' | 'serial' | 'text' | 'mixed' | 'hash'

/** Describes a column; its values are in the body of the file. */
export interface Column {
  name: string
  type: string
  kind: Kind
  /** The table that drew the numbers of a `serial` column; the column that a `hash` is of. */
  of?: string
}

export interface Table {
  name: string
  rows: number
  columns: Column[]
}

/** The head of the file. */
export interface Header {
  /** The first and the last day that were played. */
  first: string
  last: string
  /** The logins of people whose ids the rows have. Their numbers come first. */
  people: string[]
  /** Ids that the program makes from names; their numbers come next. */
  named: string[]
  /** The number of moments of each day; those before the first day count to it. */
  moments: number[]
  /** Counters of the company, by column. */
  counters: Record<string, string>
  tables: Table[]
}

/** The values of each column of each table, one a line. */
export type Body = string[][]

const FILE = new URL('years.br', import.meta.url)
/** Separates columns in the body; values are lines without it. */
const BETWEEN = '\n\f\n'

export function writeYears(header: Header, body: Body): number {
  const text = Buffer.from(JSON.stringify(header) + BETWEEN + body.flat().join(BETWEEN))
  const packed = brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  })
  writeFileSync(FILE, packed)
  return packed.length
}

/** Reads the file: what it says of itself, and its columns. */
export function readYears(): { header: Header; body: Body } {
  const [first, ...columns] = brotliDecompressSync(readFileSync(FILE)).toString().split(BETWEEN)
  const header = JSON.parse(first!) as Header
  let at = 0
  const body = header.tables.map(({ columns: { length } }) => {
    at += length
    return columns.slice(at - length, at)
  })
  return { header, body }
}

/**
 * Marks a value in a text, such as of a row of the audit trail: `i` an id by its number, `r` one by its distance from the changed row;
 * `d` a day by its distance from that of the change; `m` and `j` a moment by its rank's distance from that of the change, in the form
 * of `copy` and of JSON. Most distances are small or none, and pack well.
 */
export const MARK = /`([irdmj])(-?\d+);/g
export const mark = (kind: 'i' | 'r' | 'd' | 'm' | 'j', value: number) => `\`${kind}${value};`

/** The points that distances are measured from: the changed row, the rank of the moment of the change, and its day. */
export interface Anchor {
  id: number
  moment: number
  day: number
}

/** Returns the columns of a table that hold them: the audit trail names the row that was changed. */
export function anchorsOf(columns: readonly Column[]): { id: string; moment: string } {
  const isTrail = columns.some(({ name }) => name === 'row_id')
  return { id: isTrail ? 'row_id' : 'id', moment: 'created_at' }
}

/** Returns the day of each moment by its rank, counted from the first. */
export const daysOfMoments = (moments: readonly number[]): number[] =>
  moments.flatMap((count, day) => Array.from({ length: count }, () => day))

/** The escapes by which `copy` writes characters that separate its cells and lines. */
export const ESCAPES: Record<string, string> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\f': '\\f',
}
