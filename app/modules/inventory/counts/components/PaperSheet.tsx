import { DateText, Quantity } from '~/ui/Figures'
import {
  type Letterhead,
  PrintSheet,
  type SheetColumn,
  SheetSignatures,
  SheetTable,
} from '~/ui/PrintSheet'
import type { SheetLine } from '../sheet'

interface Props {
  letterhead: Letterhead
  /** The name of the count. */
  count: string
  category: string
  lines: readonly SheetLine[]
  blind: boolean
  sheetAt: string
  timeZone: string
  /** True when the count has more categories. */
  batch: boolean
}

/** Prints one category of a count, with boxes to write into. */
export function PaperSheet({ letterhead, count, category, lines, blind, batch, ...made }: Props) {
  return (
    <PrintSheet
      letterhead={letterhead}
      title="Count sheet"
      label={category}
      batch={batch}
      headerRight={
        <>
          <p className="font-semibold">{category}</p>
          <p>{count}</p>
          <p className="text-xs text-muted">
            Created <DateText value={made.sheetAt} timeZone={made.timeZone} />
          </p>
        </>
      }
    >
      <SheetTable rows={lines} rowKey={(line) => line.key} columns={columnsOf(blind)} boxed />
      <SheetSignatures labels={['Counted by', 'Checked by', 'Date and time']} />
    </PrintSheet>
  )
}

function columnsOf(blind: boolean): SheetColumn<SheetLine>[] {
  const box = (key: string, header: string, className: string): SheetColumn<SheetLine> => ({
    key,
    header,
    className,
    cell: () => null,
  })
  return [
    {
      key: 'code',
      header: 'Code',
      className: 'whitespace-nowrap',
      cell: (line) => line.materialCode,
    },
    { key: 'product', header: 'Product', className: 'w-1/2', cell: (line) => line.description },
    { key: 'case', header: 'Pcs/case', align: 'end', cell: (line) => line.caseConfig },
    ...(blind
      ? []
      : [
          {
            key: 'expected',
            header: 'Book quantity',
            align: 'end' as const,
            cell: (line: SheetLine) => (
              <Quantity pieces={line.expected ?? 0} caseConfig={line.caseConfig} />
            ),
          },
        ]),
    // A product that is sold by the piece has no cases.
    { ...box('cases', 'Cases', 'min-w-20'), cell: (line) => (line.caseConfig > 1 ? null : '–') },
    box('pieces', 'Pieces', 'min-w-20'),
    box('remarks', 'Remarks', 'min-w-32'),
  ]
}
