/** Holds a record of a CSV file by the names of its first line. */
export type CsvRecord = Readonly<Record<string, string>>

/**
 * Reads RFC 4180 text: quoted fields may hold commas, line ends and doubled quotes; LF or CRLF.
 *
 * @throws SyntaxError with the line on a stray quote, an unclosed field or a record of other length.
 */
export function parseCsv(text: string): CsvRecord[] {
  const [names, ...records] = [...readRecords(text.replace(/^\uFEFF/, ''))]
  if (!names) return []
  return records.map(({ fields, line }) => {
    if (fields.length !== names.fields.length)
      throw new SyntaxError(
        `Line ${line}: ${fields.length} fields, expected ${names.fields.length}.`,
      )
    return Object.fromEntries(names.fields.map((name, index) => [name, fields[index]!]))
  })
}

/** Matches one field and its end: quoted, or plain up to a comma, a quote or a line end. */
const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y

function* readRecords(text: string): Generator<{ fields: string[]; line: number }> {
  let line = 1
  let fields: string[] = []
  let startedOn = 1
  FIELD.lastIndex = 0
  while (FIELD.lastIndex < text.length || fields.length > 0) {
    const match = FIELD.exec(text)
    if (!match) throw new SyntaxError(`Line ${line}: a quote is missing or misplaced.`)
    const [whole, quoted, plain, end] = match
    fields.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'))
    line += whole.split('\n').length - 1
    if (end === ',') continue
    yield { fields, line: startedOn }
    fields = []
    startedOn = line
  }
}
