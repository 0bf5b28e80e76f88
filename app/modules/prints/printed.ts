import { formatMoment } from '~/platform/values/moments'

/** The number and the moment of a print, as it shows them. */
export interface PrintedAs {
  /** Null before it has a number. */
  no: string | null
  text: string
}

/** Returns the line of a print: `Data as of 11/23/2026 15:42:07, RP-000012`. */
export function printedAs(
  print: { no: string; knownAt: string } | null,
  timeZone: string,
  /** The moment of a print without a number: of the report, or now. */
  knownAt: string = new Date().toISOString(),
): PrintedAs {
  const text = `Data as of ${formatMoment(print?.knownAt ?? knownAt, timeZone)}`
  return print ? { no: print.no, text: `${text}, ${print.no}` } : { no: null, text }
}
