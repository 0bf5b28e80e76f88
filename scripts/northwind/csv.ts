import Papa from 'papaparse'

/** A record of a CSV file, by the names of its first line. */
export type CsvRecord = Readonly<Record<string, string>>

/**
 * Reads CSV text with a line of names.
 *
 * @throws SyntaxError on an unclosed quote, or a record of other length than the names.
 */
export function parseCsv(text: string): CsvRecord[] {
  const { data, errors } = Papa.parse<CsvRecord>(text, {
    header: true,
    delimiter: ',',
    // A line end at the end of the file begins no record.
    skipEmptyLines: true,
  })
  const [error] = errors
  if (error) throw new SyntaxError(`${error.message} (row ${error.row}).`)
  return data
}
