import xlsx from 'sheetjs-style'
import { expect } from 'vitest'

/** The rows of an Excel file below its row of headings, each by heading; the row of headings has this one. */
export async function sheetRows(
  answer: Response,
  heading: string,
): Promise<Record<string, unknown>[]> {
  const book = xlsx.read(Buffer.from(await answer.arrayBuffer()))
  const lines = xlsx.utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0]!]!, {
    header: 1,
  })
  const head = lines.findIndex((line) => line.includes(heading))
  expect(head, heading).toBeGreaterThanOrEqual(0)
  const names = lines[head] as string[]
  return lines
    .slice(head + 1)
    .map((line) => Object.fromEntries(names.map((name, at) => [name, line[at] ?? null])))
}
