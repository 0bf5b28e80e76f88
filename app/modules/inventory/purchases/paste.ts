/** One line of a spreadsheet, all cells as typed. */
export interface PastedLine {
  code: string
  quantity: string
  cost: string
  srp: string
  /** The row itself, returned to the user when its code is unknown. */
  source: string
}

const HEADING = /^(material|product|item|code|sku)\b/i

/** Tells whether the first row names the columns: SKU-001 is a code. */
const isHeading = ({ code, quantity }: PastedLine) =>
  HEADING.test(code) && !/\d/.test(code) && !/\d/.test(quantity)

/**
 * Reads rows copied from a spreadsheet: material code, quantity, cost and SRP, separated by tabs,
 * or by semicolons when there is no tab. Headings and empty rows are skipped; missing cells are
 * empty.
 */
export function readPasted(text: string): PastedLine[] {
  return text
    .split(/\r?\n/)
    .filter((row) => row.trim() !== '')
    .map((source) => {
      const cells = source.split(source.includes('\t') ? '\t' : ';').map((cell) => cell.trim())
      const [code = '', quantity = '', cost = '', srp = ''] = cells
      return { code, quantity, cost, srp, source }
    })
    .filter((line, index) => index > 0 || !isHeading(line))
}

/** Tells whether a pasted text is rows of a spreadsheet rather than input for one field. */
export function looksLikeRows(text: string): boolean {
  return text.includes('\t') || text.trim().includes('\n')
}

/** Returns the message about rows whose code no active product has; null when there are none. */
export function unknownCodes(unknown: readonly PastedLine[]): string | null {
  if (unknown.length === 0) return null
  const names = unknown.map(({ code }) => code || '(no code)').join(', ')
  return `No active product has the code ${names}. Correct it here and add again.`
}
