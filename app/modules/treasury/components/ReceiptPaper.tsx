import { collectionType } from '~/modules/receivables/collection-types'
import { DateText, Money } from '~/ui/Figures'
import {
  type Letterhead,
  PrintSheet,
  SheetAmount,
  SheetFacts,
  SheetSignatures,
  SheetTable,
  SheetWords,
} from '~/ui/PrintSheet'
import type { CollectionDocument, ReceiptPart } from '../document.server'

interface Props {
  collection: CollectionDocument
  /** `receivedBy` is the collector, or the user who recorded the receipt at the office. */
  people: { agent: string | null; receivedBy: string | null }
  letterhead: Letterhead
  drrLabel: string
  currency: string
  copies?: number
}

/** Prints a collection receipt for the customer. */
export function ReceiptPaper(props: Props) {
  const { collection, people, letterhead, drrLabel, currency } = props
  const { allocations, total, unapplied, parts } = collection
  const several = parts.length > 1
  const { cheque, reference } = several ? { cheque: null, reference: null } : collection
  return (
    <PrintSheet
      letterhead={letterhead}
      title="Collection receipt"
      copies={props.copies}
      headerRight={
        <>
          <p className="figures text-base font-semibold">{collection.crNo}</p>
          <DateText value={collection.crDate} />
          <Mark collection={collection} />
        </>
      }
    >
      <SheetFacts
        items={[
          ['Received from', collection.customerName],
          ['Payment type', several ? `${parts.length} payments` : collectionType(collection.type)],
          ['Store', collection.storeName],
          ['Cheque', cheque && `${cheque.bank} ${cheque.no}`],
          ['Cheque date', cheque && <DateText key="dated" value={cheque.date} />],
          ['Reference no.', reference],
          ['Agent', people.agent],
          [`${drrLabel} no.`, collection.drrNo],
        ]}
        aside={
          <SheetAmount
            label="Received"
            value={<Money value={total} currency={currency} />}
            items={[['Collected', <DateText key="on" value={collection.dateCollected} />]]}
          />
        }
      />
      <SheetWords amount={total} currency={currency} />
      {several ? <Parts parts={parts} total={total} currency={currency} /> : null}
      <SheetTable
        rows={allocations}
        rowKey={(part) => part.bookingId}
        columns={[
          { key: 'so', header: 'In payment of', cell: (part) => part.soNo },
          { key: 'invoice', header: 'Invoice', cell: (part) => part.booking?.invoiceNo ?? '–' },
          {
            key: 'date',
            header: 'Invoice date',
            cell: (part) => <DateText value={part.booking?.dateInvoiced ?? null} />,
          },
          {
            key: 'amount',
            header: `Amount (${currency})`,
            align: 'end',
            cell: (part) => <Money value={part.amount} />,
          },
        ]}
        sums={[
          ...(unapplied === '0.00'
            ? []
            : [{ label: 'Unapplied payment', value: <Money value={unapplied} /> }]),
          { label: 'Received', value: <Money value={total} currency={currency} />, strong: true },
        ]}
      />
      {parts.some((part) => part.cheque) ? (
        <p className="text-xs text-muted">
          Valid upon clearing of {several ? 'all cheques' : 'the cheque'}.
        </p>
      ) : null}
      {collection.remarks ? <p className="text-xs">{collection.remarks}</p> : null}
      <SheetSignatures
        labels={[people.receivedBy ? `Received by ${people.receivedBy}` : 'Received by', 'Date']}
      />
    </PrintSheet>
  )
}

/** Prints what a receipt of several parts was paid with. */
function Parts({
  parts,
  total,
  currency,
}: Pick<CollectionDocument, 'parts' | 'total'> & { currency: string }) {
  return (
    <SheetTable
      rows={parts}
      rowKey={(part) => part.id}
      columns={[
        { key: 'no', header: 'Payment', cell: (part) => part.no },
        { key: 'type', header: 'Payment type', cell: (part) => collectionType(part.type) },
        {
          key: 'number',
          header: 'Number',
          cell: (part) => (
            <>
              {part.cheque ? `${part.cheque.bank} ${part.cheque.no}` : (part.reference ?? '–')}{' '}
              <strong>{lostOf(part)}</strong>
            </>
          ),
        },
        {
          key: 'date',
          header: 'Cheque date',
          cell: ({ cheque }) => <DateText value={cheque?.date ?? null} />,
        },
        {
          key: 'amount',
          header: `Amount (${currency})`,
          align: 'end',
          cell: (part) => <Money value={part.amount} />,
        },
      ]}
      sums={[{ label: 'Total', value: <Money value={total} />, strong: true }]}
    />
  )
}

/** Names what no longer counts of a receipt. */
function lostOf({ cheque, paidBack }: ReceiptPart): string {
  if (paidBack) return 'PAID BACK'
  return ['returned', 'replaced'].includes(cheque?.state ?? '') ? cheque!.state.toUpperCase() : ''
}

/** Shows a notice on a receipt that does not count, such as a cancelled one. */
function Mark({ collection: { status, cheque, parts } }: Pick<Props, 'collection'>) {
  // Of several parts each says itself what became of it.
  const text = markOf(status, parts.length > 1 ? null : (cheque?.state ?? null))
  return text ? <p className="font-semibold text-danger">{text}</p> : null
}

function markOf(status: string, chequeState: string | null): string | null {
  if (status === 'cancelled') return 'CANCELLED'
  if (status === 'pending') return 'NOT YET APPROVED'
  if (chequeState === 'returned') return 'CHEQUE RETURNED'
  return chequeState === 'replaced' ? 'CHEQUE REPLACED' : null
}
