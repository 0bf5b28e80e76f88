import type { PlacedPage } from './placed'

/** The company's details at the top of every paper. */
export interface Letterhead {
  company: string
  /** The address of the project's logo for printed documents. */
  logo: string | null
  address: string | null
  tin: string | null
  /** The words before the TIN, such as "VAT REG TIN"; "TIN" when nothing is given. */
  tinLabel?: string
  phone: string | null
  /** The way in which customers pay: on invoices and statements. */
  payment: string | null
  /** Further lines of the project. */
  lines: readonly string[]
}

/** A part of a text that looks different from the rest. */
export interface Piece {
  text: string
  muted?: true
  strong?: true
  danger?: true
  /** A number, a day or an amount: digits of one width, never broken. */
  figure?: true
  /** Never broken. */
  whole?: true
  /** Stands on a line of its own, in small letters. */
  below?: true
  /** The text that the page shows beside the pointer. */
  title?: string
}

/** A text of a paper, formatted for its reader; null is nothing. */
export type PaperText = string | Piece | readonly (string | Piece)[] | null

/** A line below the title. */
export interface HeadLine {
  text: PaperText
  /** `number` is the number of the document, `mark` says that it does not count. */
  look?: 'number' | 'name' | 'mark' | 'muted' | 'small'
}

/** A name and an amount below the lines of a paper. */
export interface Sum {
  label: string
  value: PaperText
  strong?: boolean
}

/** The amount of the document in a box, with what belongs to it. */
export interface AmountBox {
  label: string
  value: PaperText
  items?: readonly [label: string, value: PaperText][]
}

/** The look of a column of a table. */
export interface ColumnLook {
  header: string
  /** Figures stand at the right. */
  align?: 'end'
  /** The text is never broken. */
  whole?: boolean
  strong?: boolean
  /** A longer text is cut, so that each row has one line. */
  cut?: boolean
  /** The part of the table's width that it takes, up to 1. */
  share?: number
  /** Its width in millimeters. */
  room?: number
}

/** Names and values side by side; empty ones are left out. */
export interface FactsBlock {
  kind: 'facts'
  items: readonly (readonly [label: string, value: PaperText])[]
  amount?: AmountBox
}

/** A row that heads a group of rows and sums them: its name stands over the first columns. */
export interface GroupRow {
  /** The number of groups that it lies in. */
  depth: number
  name: string
  /** The cells of the last columns. */
  cells: readonly PaperText[]
}

/** A row of a table: its cells, or the head of a group. */
export type PaperRow = readonly PaperText[] | GroupRow

export const isGroupRow = (row: PaperRow): row is GroupRow => 'depth' in row

/** Lines as a table; without lines, only the sums. The head repeats on every page; a line is never split between pages. */
export interface TableBlock {
  kind: 'table'
  columns: readonly ColumnLook[]
  rows: readonly PaperRow[]
  /** The row below all others, with a cell for each column. */
  total?: readonly PaperText[]
  sums?: readonly Sum[]
  /** Rows after which a rule stands, by their places. */
  parts?: readonly number[]
  /** True for many columns and rows: smaller letters, and one line a row. */
  dense?: boolean
  /** True for cells that are written into. */
  boxed?: boolean
  /** True for a table of half the paper's width, which stays on one page. */
  narrow?: boolean
}

/** The sums below the lines; the parts of the total by VAT stand at the left. */
export interface TotalsBlock {
  kind: 'totals'
  breakdown: readonly Sum[]
  sums: readonly Sum[]
}

/** Figures side by side, each below its name. */
export interface FiguresBlock {
  kind: 'figures'
  items: readonly Sum[]
}

/** A line of text, such as the amount in words. */
export interface TextBlock {
  kind: 'text'
  label?: string
  text: PaperText
  look?: 'firm' | 'small' | 'note'
  /** True when the next text belongs to it. */
  close?: boolean
}

/** Blocks under a heading. */
export interface SectionBlock {
  kind: 'section'
  title: string
  /** Distinguishes the section from others on the page, for screen readers. */
  label?: string
  blocks: readonly PaperBlock[]
}

/** A line to sign on: its purpose, and the name and office to print below it when known. */
export interface Signature {
  label: string
  name?: string | null
  office?: string | null
}

/** Lines to sign on, side by side. */
interface SignaturesBlock {
  kind: 'signatures'
  labels: readonly Signature[]
}

export type PaperBlock =
  | FactsBlock
  | FiguresBlock
  | TableBlock
  | TotalsBlock
  | TextBlock
  | SectionBlock
  | SignaturesBlock

/** The content of a paper, whoever draws it: all values are texts, and no figure is computed from them. */
export interface Paper {
  letterhead: Letterhead
  /** The kind of document: Invoice, Delivery receipt, Pick list. */
  title: string
  /** Distinguishes this paper from others that are printed with it. */
  label?: string
  head: readonly HeadLine[]
  /** The number of prints of the paper: from the second time on it says so. */
  copies?: number
  /** True for tables with many columns: the sheet lies across. */
  wide?: boolean
  /** A line at the foot of every page. */
  foot?: string
  /** The day or moment of the document, which a file of it has as its own. */
  dated: string
  blocks: readonly PaperBlock[]
}

/** Data of a document as a text, which its PDF carries. */
export interface PaperData {
  name: string
  description: string
  text: string
}

/** The papers of a page, which are printed together, and the name of a file of them. */
export interface Papers {
  file: string
  sheets: readonly Paper[]
  /** In place of the sheets: the papers on pre-printed forms. */
  forms?: readonly PlacedPage[]
  /** Only where the address asks for a file: a page shows none of it. */
  data?: readonly PaperData[]
}

/** The paper sizes; A5 lies across, half of an A4 sheet. */
export const PAPER_SIZES = { a4: 'A4', a5: 'A5', letter: 'Letter' } as const
export type PaperSize = keyof typeof PAPER_SIZES

/** Returns the paper size that an address asks for (`?paper=a5`); A4 by default. */
export function paperSize(params: URLSearchParams): PaperSize {
  const asked = params.get('paper')
  return asked === 'a5' || asked === 'letter' ? asked : 'a4'
}

/** Returns the parts of a text; none of nothing. */
export function piecesOf(text: PaperText): readonly Piece[] {
  if (text === null) return []
  const parts = Array.isArray(text)
    ? (text as readonly (string | Piece)[])
    : [text as string | Piece]
  return parts
    .map((part) => (typeof part === 'string' ? { text: part } : part))
    .flatMap((piece) => (piece.figure || piece.below || piece.title ? piece : numbersApart(piece)))
    .filter((piece) => piece.text !== '')
}

/** Matches numbers in groups, such as those of accounts and phones, which are read from one line. A code with letters is none. */
const GROUPED =
  /(?<![\p{L}\p{N}-])(\+?\(?\d[\d()]{0,20}(?:[ ./-]{1,3}[\d()]{1,20}){1,8})(?![\p{L}\p{N}-])/u
/** A number with fewer digits may be two counts. */
const LEAST_DIGITS = 7
/** A longer number may be wider than a column. */
const LONGEST = 30

/** Makes numbers in groups parts of their own, which are not broken. */
function numbersApart(piece: Piece): Piece[] {
  const parts = piece.text.split(GROUPED)
  if (parts.length === 1) return [piece]
  return parts.map((text, at) => {
    const isNumber =
      at % 2 === 1 && text.length <= LONGEST && text.replace(/\D/g, '').length >= LEAST_DIGITS
    return { ...piece, text, ...(isNumber ? { whole: true as const } : {}) }
  })
}

/** Returns the lines of a letterhead below the name of the company. */
export function linesOfHead({ address, tin, tinLabel, phone, lines }: Letterhead): string[] {
  const numbers = [tin && `${tinLabel ?? 'TIN'} ${tin}`, phone && `Phone ${phone}`]
  return [address, numbers.filter(Boolean).join(' · '), ...lines].filter(
    (line): line is string => !!line,
  )
}

/** Tells whether a text says something. */
export const saysSomething = (text: PaperText) => piecesOf(text).length > 0
