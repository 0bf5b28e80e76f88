import { casesAndPieces } from '~/platform/values/quantity'
import { vatClassLabel } from '~/platform/values/vat'
import { Money } from './Figures'
import type { SheetColumn } from './PrintSheet'
import type { Vat } from './VatAmount'

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

/** Returns the columns of VAT on a paper: its amount, and its class where lines differ; none when no line says any. */
export function vatColumns<Line>(
  lines: readonly Line[],
  vat: (line: Line) => Vat | null,
): SheetColumn<Line>[] {
  const classes = new Set(lines.flatMap((line) => vat(line)?.vatClass ?? []))
  if (classes.size === 0) return []
  return [
    numberColumn('VAT', (line) => <Money value={vat(line)?.amount ?? null} />),
    ...(classes.size > 1 || !classes.has('vatable')
      ? [
          {
            key: 'class',
            header: 'VAT class',
            className: 'whitespace-nowrap',
            cell: (line: Line) => vatClassLabel(vat(line)?.vatClass ?? ''),
          },
        ]
      : []),
  ]
}
