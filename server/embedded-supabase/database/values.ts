import pg from 'pg'
import { isoMoment } from './iso-moment.ts'

type Reader = (text: string) => unknown

/** Reads a whole number; one that JavaScript cannot hold stays exact. */
const readBigint: Reader = (text) => {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}

/** The least amount of which JavaScript does not hold each hundredth; no amount of a document comes near it. */
const INEXACT = 1e13

/** Reads a decimal as a number, 12.50 too, so that a column has one type; one that JavaScript cannot hold stays text. */
export const readNumeric: Reader = (text) => {
  const number = Number(text)
  return Math.abs(number) < INEXACT ? number : text
}

/** Readers by the OID of the type; anything else is text, dates and times too. */
const READERS: Record<number, Reader> = {
  16: (text) => text === 't',
  17: pg.types.getTypeParser(17),
  20: readBigint,
  21: Number,
  23: Number,
  26: Number,
  114: JSON.parse,
  700: Number,
  701: Number,
  1114: isoMoment,
  1184: isoMoment,
  1700: readNumeric,
  3802: JSON.parse,
}

/** OIDs of arrays, each with that of its elements. */
const ARRAYS: readonly [array: number, element: number][] = [
  [199, 114],
  [1000, 16],
  [1003, 19],
  [1005, 21],
  [1007, 23],
  [1009, 25],
  [1015, 1043],
  [1016, 20],
  [1028, 26],
  [1115, 1114],
  [1182, 1082],
  [1185, 1184],
  [1231, 1700],
  [2951, 2950],
  [3807, 3802],
]

const asIs: Reader = (text) => text

/** The driver's own reader of a type. */
const readerOf = pg.types.getTypeParser as unknown as (type: number) => Reader
const splitArray = readerOf(1009) as (text: string) => (string | null)[]

for (const [array, element] of ARRAYS) {
  const read = READERS[element] ?? asIs
  READERS[array] = (text) => splitArray(text).map((part) => (part === null ? null : read(part)))
}

/** Values of PostgreSQL as the library's own driver would read them. */
export const VALUES = {
  getTypeParser: (oid: number) => READERS[oid] ?? asIs,
} as unknown as pg.CustomTypesConfig
