import type { Letterhead, Paper } from '~/platform/papers/paper'
import { dayText, type PaperColumn, paperTable, signatures } from '~/platform/papers/texts'
import { formatQuantity } from '~/platform/values/quantity'
import type { SheetLine } from './sheet'

interface Source {
  letterhead: Letterhead
  /** The name of the count. */
  count: string
  category: string
  lines: readonly SheetLine[]
  blind: boolean
  sheetAt: string
  timeZone: string
}

/** Describes one category of a count, with boxes to write into. */
export function countPaper({ letterhead, count, category, lines, blind, ...made }: Source): Paper {
  return {
    letterhead,
    title: 'Count sheet',
    label: category,
    dated: made.sheetAt,
    head: [
      { text: category, look: 'name' },
      { text: count },
      { text: ['Created ', dayText(made.sheetAt, made.timeZone)], look: 'small' },
    ],
    blocks: [
      paperTable(lines, columnsOf(blind), { boxed: true }),
      signatures('Counted by', 'Checked by', 'Date and time'),
    ],
  }
}

function columnsOf(blind: boolean): PaperColumn<SheetLine>[] {
  const box = (header: string, room: number): PaperColumn<SheetLine> => ({
    header,
    room,
    cell: () => null,
  })
  return [
    { header: 'Code', whole: true, cell: (line) => line.materialCode },
    { header: 'Product', share: 0.5, cell: (line) => line.description },
    { header: 'Pcs/case', align: 'end', cell: (line) => String(line.caseConfig) },
    ...(blind
      ? []
      : [
          {
            header: 'Book quantity',
            align: 'end' as const,
            whole: true,
            cell: (line: SheetLine) => formatQuantity(line.expected ?? 0, line.caseConfig),
          },
        ]),
    // A product that is sold by the piece has no cases.
    { ...box('Cases', 21), cell: (line) => (line.caseConfig > 1 ? null : '–') },
    box('Pieces', 21),
    box('Remarks', 34),
  ]
}
