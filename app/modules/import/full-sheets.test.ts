import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { workbook } from '../../../tests/support/workbook'
import { MAX_SHEET_ROWS } from './limits'
import { readCarried, readSheetUpload, writeText } from './read.server'
import { IMPORTS } from './registry'

/** Every column filled, with a number in the first so that rows differ as a company's do. */
function fullSheet(columns: readonly { label: string; example: string }[]): string[][] {
  const row = (at: number) =>
    columns.map(({ example }, index) => (index === 0 ? `${example} ${at}` : example))
  return [
    columns.map(({ label }) => label),
    ...Array.from({ length: MAX_SHEET_ROWS }, (_, at) => row(at + 1)),
  ]
}

describe.each(IMPORTS)('a sheet of $kind with all rows and all columns', ({ columns }) => {
  const sheet = fullSheet(columns)
  const read = async (content: Buffer | string, name: string) =>
    (await readSheetUpload(Buffer.from(content as string), name)).grid

  it('is read from text and from Excel, and again from its form', async () => {
    expect(await read(Papa.unparse(sheet), 'full.csv')).toEqual(sheet)
    const grid = await read(workbook(sheet), 'full.xlsx')
    expect(grid).toEqual(sheet)
    // A browser sends line ends as two characters.
    expect(readCarried(writeText(grid).replaceAll('\n', '\r\n'))).toEqual(sheet)
  })
})
