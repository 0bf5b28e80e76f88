import type { Letterhead, Paper, PaperBlock } from '~/platform/papers/paper'
import { amountText, dayText, NO_TEXT, type PaperColumn, paperTable } from '~/platform/papers/texts'
import { formatPrice } from '~/platform/values/price'
import { formatQuantity } from '~/platform/values/quantity'
import type { CallList, CustomerCall, Offer } from './call-sheet.server'

interface Source {
  letterhead: Letterhead
  list: CallList
  /** The filters in words: the goods and the days. */
  described: string
  /** The products to offer; null means any product. */
  offers: readonly Offer[] | null
  /** There is more to offer than the sheet has room for. */
  moreOffers: boolean
  currency: string
  today: string
}

/** Describes an agent's call sheet: outlets that did not buy, their credit left, and the products in stock. */
export function callPaper(source: Source): Paper {
  const { letterhead, list, described, currency, today } = source
  return {
    letterhead,
    title: 'Call sheet',
    label: `Call sheet of ${list.agent}`,
    wide: true,
    dated: today,
    head: [{ text: list.agent }, { text: dayText(today) }],
    blocks: [
      { kind: 'text', text: described, look: 'note' },
      paperTable(list.calls, callColumns(currency), {
        sums: [{ label: 'Non-buying customers', value: String(list.calls.length), strong: true }],
      }),
      ...offersOf(source),
    ],
  }
}

function offersOf({ list, offers, moreOffers, currency }: Source): PaperBlock[] {
  if (!offers) return []
  const more = `The first ${offers.length} products are listed. Choose a narrower category for the others.`
  return [
    {
      kind: 'section',
      title: 'To offer',
      label: `To offer, for ${list.agent}`,
      blocks: [
        offers.length === 0
          ? { kind: 'text', text: 'No stock available.', look: 'note' }
          : paperTable(offers, offerColumns(currency)),
        ...(moreOffers ? [{ kind: 'text', text: more, look: 'note' } as const] : []),
      ],
    },
  ]
}

/** Names stand on one line, so that there is a line to write on for each customer. */
const callColumns = (currency: string): PaperColumn<CustomerCall>[] => [
  { header: 'Customer', cut: true, cell: ({ name }) => name },
  {
    header: 'Store',
    cut: true,
    cell: ({ name, storeName }) => (storeName === name ? null : storeName),
  },
  { header: 'Area', cell: ({ area }) => area },
  { header: 'Contact', cell: ({ contact }) => contact },
  {
    header: 'Last delivery',
    cell: ({ lastBought }) => (lastBought ? dayText(lastBought) : { text: 'Never', muted: true }),
  },
  { header: 'Last order', cell: ({ lastOrder }) => dayText(lastOrder) },
  {
    header: `Available credit (${currency})`,
    align: 'end',
    cell: ({ creditLeft }) => (creditLeft === null ? 'no limit' : amountText(creditLeft)),
  },
  { header: 'Ordered', room: 34, cell: () => null },
  { header: 'Remarks', room: 42, cell: () => null },
]

const offerColumns = (currency: string): PaperColumn<Offer>[] => [
  { header: 'Product', cell: ({ label }) => label },
  {
    header: 'Available',
    align: 'end',
    room: 34,
    cell: ({ available, caseConfig }) => formatQuantity(available, caseConfig),
  },
  {
    header: `SRP (${currency})`,
    align: 'end',
    room: 34,
    cell: ({ srp, caseConfig }) => (srp === null ? NO_TEXT : formatPrice(srp, { caseConfig })),
  },
]
