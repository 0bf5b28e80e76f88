import Papa from 'papaparse'
import { formatDate } from '../values/dates'
import { type Cell, isTotal, type Row, type SheetFile, type SheetHead, titleCase } from './sheet'

/** A text that begins like a formula stays a text in a spreadsheet; a negative figure stays a number. */
const FORMULAS = /^[=+@\t\r\uff1d\uff0b\uff0d\uff20]|^-(?!\d+(\.\d+)?%?$)/

/** Returns rows as the text of a CSV file, marked as UTF-8 for spreadsheets. */
export function csvText(rows: readonly (readonly string[])[]): string {
  const csv = Papa.unparse(
    rows.map((row) => [...row]),
    { escapeFormulae: FORMULAS },
  )
  return `\uFEFF${csv}\r\n`
}

/**
 * A CSV file while its rows come in: the column names and the rows below them. The lines above the names, the totals
 * and what follows an empty row are left out, because other programs import the file.
 */
export class CsvFile implements SheetFile {
  private readonly rows: string[][] = []
  private count = 0
  private ended = false

  constructor(private readonly head: SheetHead) {}

  add(rows: Iterable<Row>): void {
    const { header, widths } = this.head
    for (const cells of rows) {
      const at = this.count++
      if (at > header && cells.length === 0) this.ended = true
      if (at < header || this.ended || (at > header && isTotal(cells))) continue
      const texts = widths.map((_, column) => textOf(cells[column] ?? null))
      this.rows.push(at === header ? texts.map(titleCase) : texts)
    }
  }

  async finish(): Promise<Uint8Array> {
    return Buffer.from(csvText(this.rows))
  }
}

/** Amounts go as their digits, days as MM/DD/YYYY, percentages with their sign: accounting software reads them so. */
function textOf(cell: Cell): string {
  if (cell === null || typeof cell === 'string') return cell ?? ''
  if ('money' in cell) return cell.money + unitOf(cell.format)
  if ('day' in cell) return cell.day ? formatDate(cell.day) : ''
  if ('formula' in cell) return String(cell.value)
  if ('figure' in cell) return cell.format.endsWith('%') ? percentOf(cell) : String(cell.figure)
  return cell.bold
}

/** The unit that the format of a price ends with, such as /cs: without it the amount says nothing. */
const unitOf = (format = ''): string => /"([^"]+)"$/.exec(format)?.[1] ?? ''

function percentOf({ figure, format }: { figure: number; format: string }): string {
  const digits = /0\.(0+)%$/.exec(format)?.[1]?.length ?? 0
  return `${(figure * 100).toFixed(digits)}%`
}
