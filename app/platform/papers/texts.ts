import { amountInWords } from '../values/amount-in-words'
import { formatDate, formatDateTime } from '../values/dates'
import { formatMoney, type Money } from '../values/money'
import { casesAndPieces } from '../values/quantity'
import { vatClassLabel } from '../values/vat'
import type { ColumnLook, Letterhead, PaperBlock, PaperText, Piece, Sum, TableBlock } from './paper'
import RULES from './tax-rules.json'

/** Stands for nothing. */
export const NO_TEXT: Piece = { text: '–', muted: true }

/** Writes an amount: red when negative, a dash when null. */
export function amountText(value: Money | null, currency?: string): Piece {
  if (value === null) return NO_TEXT
  const text = formatMoney(value, currency)
  return value.startsWith('-') ? { text, figure: true, danger: true } : { text, figure: true }
}

/** Writes what a customer owes: below zero it is a credit balance, which is no fault. */
export const owedText = (value: Money): Piece => ({ text: formatMoney(value), figure: true })

/** Writes a calendar day, or a moment when a time zone is given; a dash when null. */
export function dayText(value: string | null, timeZone?: string): Piece {
  if (!value) return NO_TEXT
  return { text: timeZone ? formatDateTime(value, timeZone) : formatDate(value), figure: true }
}

/** A column of a table, with what its cells say of a row. */
export interface PaperColumn<Row> extends ColumnLook {
  cell: (row: Row) => PaperText
}

/** Makes a table of rows. */
export function paperTable<Row>(
  rows: readonly Row[],
  columns: readonly PaperColumn<Row>[],
  more: Pick<TableBlock, 'sums' | 'boxed' | 'narrow'> = {},
): TableBlock {
  return {
    kind: 'table',
    columns: columns.map(({ cell: _, ...look }) => look),
    rows: rows.map((row) => columns.map(({ cell }) => cell(row))),
    ...more,
  }
}

/** Returns a column of figures. */
export function figureColumn<Row>(
  header: string,
  cell: PaperColumn<Row>['cell'],
): PaperColumn<Row> {
  return { header, align: 'end', whole: true, cell }
}

const count = (pieces: number) => pieces.toLocaleString('en-US')
const countOrDash = (pieces: number) => (pieces === 0 ? '–' : count(pieces))

/** Returns the columns of a quantity: cases, pieces beside them, and all pieces. */
export function quantityColumns<Row extends { quantity: number }>(
  caseConfig: (row: Row) => number,
): PaperColumn<Row>[] {
  return [
    figureColumn('Cases', (row) => countOrDash(casesAndPieces(row.quantity, caseConfig(row))[0])),
    figureColumn('Pieces', (row) => countOrDash(casesAndPieces(row.quantity, caseConfig(row))[1])),
    figureColumn('Total pc', (row) => count(row.quantity)),
  ]
}

/** The VAT in an amount, and the class that it has. */
export interface PaperVat {
  vatClass: string
  amount: Money
}

/** Returns the columns of VAT: its amount, and its class where lines differ; none when no line says any. */
export function vatColumns<Row>(
  rows: readonly Row[],
  vat: (row: Row) => PaperVat | null,
): PaperColumn<Row>[] {
  const classes = new Set(rows.flatMap((row) => vat(row)?.vatClass ?? []))
  if (classes.size === 0) return []
  return [
    figureColumn('VAT', (row) => amountText(vat(row)?.amount ?? null)),
    ...(classes.size > 1 || !classes.has('vatable')
      ? [
          {
            header: 'VAT class',
            whole: true,
            cell: (row: Row) => vatClassLabel(vat(row)?.vatClass ?? ''),
          },
        ]
      : []),
  ]
}

/** Returns a row of a sum; the last one is strong and names the currency. */
export const sum = (label: string, value: Money): Sum => ({ label, value: amountText(value) })
export const total = (label: string, value: Money, currency?: string): Sum => ({
  label,
  value: amountText(value, currency),
  strong: true,
})

/** Writes an amount in words, which are harder to change than digits. */
export function wordsBlock(amount: Money, currency: string): PaperBlock[] {
  if (amount.startsWith('-')) return []
  const text = `${amountInWords(amount, currency)} only`
  return [{ kind: 'text', label: 'Amount in words', text, look: 'firm' }]
}

/** Says how the customer pays, when the project says so. */
export function paymentBlock({ payment }: Letterhead): PaperBlock[] {
  return payment ? [{ kind: 'text', label: 'Payment', text: payment, look: 'small' }] : []
}

/** Says that the buyer claims no input tax with this paper: the invoice alone serves for that. */
export const NOT_FOR_INPUT_TAX: PaperBlock = {
  kind: 'text',
  text: RULES.words.notForInputTax,
  look: 'note',
}

/** Returns the letterhead with the TIN and its branch as invoices have it: "VAT REG TIN 000-118-442-00000". */
export function taxLetterhead(
  head: Letterhead,
  seller: { vat_registered: boolean; tin: string | null; branch_code: string | null } | null,
): Letterhead {
  if (!seller?.tin) return head
  const tin = seller.tin.replace(/(\d{3})(?=\d)/g, '$1-')
  return {
    ...head,
    tin: `${tin}-${seller.branch_code}`,
    tinLabel: seller.vat_registered ? RULES.words.vatSeller : RULES.words.nonVatSeller,
  }
}

/** Returns the names of lines to sign on. */
export const signatures = (
  ...labels: readonly (string | { label: string; name?: string | null; office?: string | null })[]
): PaperBlock => ({
  kind: 'signatures',
  labels: labels.map((label) => (typeof label === 'string' ? { label } : label)),
})
