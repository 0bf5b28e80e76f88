import type { Letterhead, Paper } from '~/platform/papers/paper'
import { dayText, type PaperColumn, paperTable, signatures } from '~/platform/papers/texts'
import { formatQuantity } from '~/platform/values/quantity'
import type { PickLine } from './queries.server'

interface Source {
  picks: readonly PickLine[]
  /** The deliveries that the goods are for. */
  what: string
  day: string
  letterhead: Letterhead
}

/** Describes the pick list: the goods to take from the shelves, by product and in cases. */
export function pickPaper({ picks, what, day, letterhead }: Source): Paper {
  return {
    letterhead,
    title: 'Pick list',
    dated: day,
    head: [{ text: what }, { text: dayText(day) }],
    blocks: [
      ...byCategory(picks).map(
        ([category, list]) =>
          ({ kind: 'section', title: category, blocks: [paperTable(list, COLUMNS)] }) as const,
      ),
      signatures('Picked by', 'Checked by', 'Date and time'),
    ],
  }
}

const COLUMNS: readonly PaperColumn<PickLine>[] = [
  { header: 'Code', whole: true, room: 21, cell: (pick) => pick.materialCode },
  { header: 'Product', cell: ({ description }) => description },
  {
    header: 'Pcs/case',
    align: 'end',
    room: 17,
    cell: ({ caseConfig }) => (caseConfig > 1 ? String(caseConfig) : '–'),
  },
  { header: 'Bookings', align: 'end', room: 17, cell: ({ bookings }) => String(bookings) },
  {
    header: 'To pick',
    align: 'end',
    room: 30,
    whole: true,
    strong: true,
    cell: ({ pieces, caseConfig, onHand }) => [
      formatQuantity(pieces, caseConfig),
      ...(onHand < pieces
        ? [
            {
              text: `only ${formatQuantity(onHand, caseConfig)}`,
              danger: true as const,
              below: true as const,
            },
          ]
        : []),
    ],
  },
  { header: 'Picked', room: 30, cell: () => null },
]

/** Groups products by their first category, in their order. */
function byCategory(picks: readonly PickLine[]): [string, PickLine[]][] {
  const groups = new Map<string, PickLine[]>()
  for (const pick of picks) {
    const category = pick.category ?? 'Without category'
    groups.set(category, [...(groups.get(category) ?? []), pick])
  }
  return [...groups]
}
