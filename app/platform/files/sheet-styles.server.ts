/** Sets the look of a cell; a cell without it is plain text. */
export interface CellStyle {
  /** A spreadsheet's number format. */
  format?: string
  bold?: boolean
  /** Stands on the color of the column names. */
  marked?: boolean
  align?: 'left' | 'right'
  /** Has a rule above, as totals have. */
  ruled?: boolean
  /** Is a text to the spreadsheet whatever it begins with, also when somebody edits the cell (`quotePrefix`). */
  quoted?: boolean
}

const DAY: CellStyle = { format: 'mm/dd/yyyy', align: 'left' }
const BOLD: CellStyle = { bold: true }
const HEADER: CellStyle = { bold: true, marked: true }
const FIGURE_HEADER: CellStyle = { ...HEADER, align: 'right' }

/** The styles of a workbook's cells. */
export class SheetStyles {
  /** Styles in use: cells name theirs by its place here, from 1; 0 is a plain cell. */
  readonly list: CellStyle[] = []
  private readonly byFormat = [0, 1, 2].map(() => new Map<string, number>())
  readonly day = this.numbered(DAY)
  readonly bold = this.numbered(BOLD)
  readonly marked = this.numbered(HEADER)
  readonly markedFigure = this.numbered(FIGURE_HEADER)
  readonly ruled = this.numbered({ ...BOLD, ruled: true })
  /** Styles of texts, by that of the same text without a prefix. */
  readonly quoted = new Map([
    [0, this.numbered({ quoted: true })],
    [this.bold, this.numbered({ ...BOLD, quoted: true })],
    [this.marked, this.numbered({ ...HEADER, quoted: true })],
    [this.markedFigure, this.numbered({ ...FIGURE_HEADER, quoted: true })],
    [this.ruled, this.numbered({ ...BOLD, ruled: true, quoted: true })],
  ])

  /** Returns the style of figures in a format. */
  of(format: string, bold = false, ruled = false): number {
    const numbers = this.byFormat[ruled ? 2 : bold ? 1 : 0]!
    let number = numbers.get(format)
    if (number === undefined) {
      number = this.numbered({ format, bold: bold || ruled, ruled })
      numbers.set(format, number)
    }
    return number
  }

  private numbered(style: CellStyle): number {
    return this.list.push(style)
  }
}
