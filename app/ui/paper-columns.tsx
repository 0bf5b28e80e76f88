import { casesAndPieces } from '~/platform/values/quantity'
import type { SheetColumn } from './PrintSheet'
import { type Vat, VatAmount } from './VatAmount'

/** Returns a column of figures on a paper. */
export function numberColumn<Line>(
  header: string,
  cell: SheetColumn<Line>['cell'],
): SheetColumn<Line> {
  return { key: header, header, align: 'end', className: 'whitespace-nowrap', cell }
}

const figure = (count: number) => (count === 0 ? '–' : count.toLocaleString('en-US'))

/** Returns the columns of a quantity on a paper: cases, pieces beside them, and all pieces. */
export function quantityColumns<Line extends { quantity: number }>(
  caseConfig: (line: Line) => number,
): SheetColumn<Line>[] {
  return [
    numberColumn('Cases', (line) => figure(casesAndPieces(line.quantity, caseConfig(line))[0])),
    numberColumn('Pieces', (line) => figure(casesAndPieces(line.quantity, caseConfig(line))[1])),
    numberColumn('Total pc', (line) => line.quantity.toLocaleString('en-US')),
  ]
}

/** Returns the column of VAT on a paper: none when no line says any. */
export function vatColumns<Line>(
  lines: readonly Line[],
  vat: (line: Line) => Vat | null,
): SheetColumn<Line>[] {
  return lines.some(vat) ? [numberColumn('VAT', (line) => <VatAmount vat={vat(line)} />)] : []
}
