import { letters, titleCase } from './sheet'
import { escaped, writable } from './sheet-texts.server'

/** The name of the table: formulas and pivots of a spreadsheet find the rows by it. */
const NAME = 'Data'
/** The most letters of a column's name in a table. */
const LONGEST = 200

export const TABLE_PATH = 'xl/tables/table1.xml'
export const TABLE_RELATION = 'rId1'
const TABLE_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.table+xml'
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/table'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/**
 * Returns names of columns as a table has them: each once, whatever its case, and in one line. A spreadsheet refuses a file whose
 * table and cells differ.
 */
export function tableNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name, at) => {
    const line = writable(name).replace(/\s+/g, ' ').trim().slice(0, LONGEST)
    const title = line ? titleCase(line) : `Column ${at + 1}`
    let unique = title
    for (let no = 2; taken.has(unique.toLowerCase()); no++) unique = `${title} ${no}`
    taken.add(unique.toLowerCase())
    return unique
  })
}

/** Returns the part of a workbook that makes the cells from A1 on a table, with so many rows below its names. */
export function tablePart(names: readonly string[], rows: number): string {
  // A table has a row at least.
  const ref = `A1:${letters(names.length - 1)}${Math.max(rows, 1) + 1}`
  const columns = names.map(
    (name, at) => `<tableColumn id="${at + 1}" name="${escaped(name).replaceAll('"', '&quot;')}"/>`,
  )
  return [
    `${XML}<table xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" id="1" name="${NAME}" displayName="${NAME}" ref="${ref}" totalsRowShown="0">`,
    `<autoFilter ref="${ref}"/>`,
    `<tableColumns count="${names.length}">${columns.join('')}</tableColumns>`,
    '<tableStyleInfo name="TableStyleLight1" showFirstColumn="0" showLastColumn="0" showRowStripes="1" showColumnStripes="0"/></table>',
  ].join('')
}

/** Returns the part that says which table a sheet has. */
export const tableRelations = (): string =>
  `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="${TABLE_RELATION}" Type="${RELATION}" Target="../tables/table1.xml"/></Relationships>`

/** Adds the table to the list of a workbook's parts. */
export const withTable = (types: string): string =>
  types.replace(
    '</Types>',
    `<Override PartName="/${TABLE_PATH}" ContentType="${TABLE_TYPE}"/></Types>`,
  )
