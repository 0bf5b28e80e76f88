import { DateText, Money, Quantity } from '~/ui/Figures'
import { Price } from '~/ui/Price'
import { type Letterhead, PrintSheet, SheetTable } from '~/ui/PrintSheet'
import type { CallList, CustomerCall, Offer } from './call-sheet.server'

interface Props {
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

/**
 * Prints an agent's call sheet: outlets that did not buy, their credit left, and the products in
 * stock.
 */
export function CallSheet(props: Props) {
  const { letterhead, list, described, offers, moreOffers, currency, today } = props
  return (
    <PrintSheet
      letterhead={letterhead}
      title="Call sheet"
      label={`Call sheet of ${list.agent}`}
      wide
      batch
      headerRight={
        <>
          <p>{list.agent}</p>
          <DateText value={today} />
        </>
      }
    >
      <p className="mb-3 text-xs text-muted">{described}</p>
      <SheetTable
        rows={list.calls}
        rowKey={({ key }) => key}
        columns={callColumns(currency)}
        sums={[{ label: 'Non-buying customers', value: list.calls.length, strong: true }]}
      />
      {offers ? (
        <section aria-label={`To offer, for ${list.agent}`}>
          <h3 className="mb-1 font-semibold">To offer</h3>
          {offers.length === 0 ? (
            <p className="text-muted">No stock available.</p>
          ) : (
            <SheetTable rows={offers} rowKey={({ id }) => id} columns={offerColumns(currency)} />
          )}
          {moreOffers ? (
            <p className="mt-1 text-xs text-muted">
              The first {offers.length} products are listed. Choose a narrower category for the
              others.
            </p>
          ) : null}
        </section>
      ) : null}
    </PrintSheet>
  )
}

/** Names stand on one line, so that there is a line to write on for each customer. */
const NAME = 'max-w-48 truncate'

const callColumns = (currency: string) => [
  { key: 'customer', header: 'Customer', className: NAME, cell: ({ name }: CustomerCall) => name },
  {
    key: 'store',
    header: 'Store',
    className: NAME,
    cell: ({ name, storeName }: CustomerCall) => (storeName === name ? null : storeName),
  },
  { key: 'area', header: 'Area', cell: ({ area }: CustomerCall) => area },
  { key: 'contact', header: 'Contact', cell: ({ contact }: CustomerCall) => contact },
  {
    key: 'bought',
    header: 'Last delivery',
    cell: ({ lastBought }: CustomerCall) =>
      lastBought ? <DateText value={lastBought} /> : <span className="text-muted">Never</span>,
  },
  {
    key: 'order',
    header: 'Last order',
    cell: ({ lastOrder }: CustomerCall) => <DateText value={lastOrder} />,
  },
  {
    key: 'credit',
    header: `Available credit (${currency})`,
    align: 'end' as const,
    cell: ({ creditLeft }: CustomerCall) =>
      creditLeft === null ? 'no limit' : <Money value={creditLeft} />,
  },
  { key: 'ordered', header: 'Ordered', className: 'w-32', cell: () => null },
  { key: 'remarks', header: 'Remarks', className: 'w-40', cell: () => null },
]

const offerColumns = (currency: string) => [
  { key: 'product', header: 'Product', cell: ({ label }: Offer) => label },
  {
    key: 'available',
    header: 'Available',
    align: 'end' as const,
    className: 'w-32',
    cell: ({ available, caseConfig }: Offer) => (
      <Quantity pieces={available} caseConfig={caseConfig} />
    ),
  },
  {
    key: 'srp',
    header: `SRP (${currency})`,
    align: 'end' as const,
    className: 'w-32',
    cell: ({ srp, caseConfig }: Offer) => <Price value={srp} packing={{ caseConfig }} />,
  },
]
